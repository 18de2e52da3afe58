"""The table of dot products that a turning line fills: what is drawn is what was computed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from scenes.article.whole_phrase.dot_table import LEAST_WEIGHT, NAME_GAP, DotTable, ScoreDisc
from scenes.article.whole_phrase.table_fold import TableFold
from scenes.errors import UserError
from scenes.number_format import as_printed
from scenes.parts.geometry import flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, baseline_of
from scenes.stage import Region
from scenes.style import DARK
from scenes.worlds import World, load_world
from tests.scenes.harness import built, default_run, framed_run, run

NAME, SOFTMAX = "attention-table-dot-products", "attention-table-softmax"
SUM = "attention-table-weighted-sum"


def told(frame: str = "16:9") -> Any:
    return framed_run(NAME, frame).figure


def test_a_cell_holds_the_dot_product_of_its_row_and_its_column() -> None:
    figure = told()
    x = torch.tensor([figure.world.vectors[word] for word in figure.numbers.words])
    torch.testing.assert_close(figure.numbers.scores, torch.einsum("id,jd->ij", x, x))
    shown = torch.tensor([[disc.score for disc in row] for row in figure.table.discs])
    torch.testing.assert_close(shown, figure.numbers.scores)
    for i, row in enumerate(figure.table.discs):
        for j, disc in enumerate(row):
            assert disc.at == pytest.approx(figure.table.centre(i, j))
    first, second = figure.numbers.position, figure.numbers.second
    assert [area.hero.value for area in figure.areas] == [float(x[first] @ x[second])] * 2


@given(st.floats(-50, 50).filter(lambda score: abs(score) > 0.01))
def test_a_discs_area_is_the_scores_size_and_its_filling_the_sign(score: float) -> None:
    disc = ScoreDisc(0.1)
    disc.put(score, point(1.0, 2.0))
    assert math.pi * (disc.disc.width / 2) ** 2 == pytest.approx(math.pi * 0.01 * abs(score), rel=1e-3)
    assert disc.disc.get_center() == pytest.approx(point(1.0, 2.0), abs=1e-6)
    assert disc.disc.get_fill_color().to_hex() == (DARK.ink if score > 0 else DARK.background).upper()


@given(st.floats(0, 2 * math.pi), st.floats(0.2, 3.0))
def test_wherever_the_arrow_points_each_foot_lies_below_its_word(angle: float, length: float) -> None:
    figure = default_run(NAME).figure
    vector = length * torch.tensor([math.cos(angle), math.sin(angle)])
    figure._point_at(vector)
    origin, along = figure.plane.origin, figure.plane.place(vector) - figure.plane.origin
    for row, foot in zip(figure.numbers.vectors, figure.feet, strict=True):
        at = foot.get_center()
        assert np.dot(figure.plane.place(row) - at, along) == pytest.approx(0.0, abs=1e-5)
        assert np.cross(at - origin, along) == pytest.approx([0.0] * 3, abs=1e-5)


def test_while_the_line_turns_the_discs_of_its_row_show_the_dot_products_with_the_arrow() -> None:
    figure = default_run(NAME).figure
    for share in (0.5, 0.8, 1.0):
        figure._turn(6, 3, range(7)).move_to_share(share)
        arrow = torch.from_numpy(figure.arrow.end - figure.plane.origin)[:2].float() / figure.view.unit
        shown = torch.tensor([disc.score for disc in figure.table.discs[3]])
        torch.testing.assert_close(shown, figure.numbers.vectors @ arrow, atol=1e-4, rtol=1e-4)


def test_a_cell_whose_score_stands_there_already_stays_as_it_is_while_the_line_turns() -> None:
    figure = run(NAME, None).figure
    first, second = figure.told
    disc = figure.table.discs[second][first]
    disc.put(7.0, disc.at)
    figure._turn(first, second, [column for column in range(7) if column != first]).move_to_share(1.0)
    expected = figure.numbers.scores[second].clone()
    expected[first] = 7.0
    torch.testing.assert_close(torch.tensor([each.score for each in figure.table.discs[second]]), expected)


def test_a_score_is_a_shadow_times_a_length_and_every_cell_has_its_disc() -> None:
    figure = default_run(NAME).figure
    numbers, x = figure.numbers, figure.numbers.vectors
    torch.testing.assert_close(numbers.shadows * numbers.lengths.unsqueeze(1), x @ x.T)
    for slab, (line, word) in zip(built(NAME, {}, "16:9").slabs, figure.twins(), strict=True):
        drawn = np.linalg.norm(slab.get_end() - slab.get_start()) / figure.view.unit
        assert drawn == pytest.approx(float(numbers.shadows[line, word]), abs=1e-5)
    for disc in (disc for discs in figure.table.discs for disc in discs):
        assert disc.disc.get_stroke_opacity() == 1.0
        is_angle = disc.disc.get_fill_opacity() == 0.0
        assert is_angle == (as_printed(disc.score) == 0)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_two_areas_of_one_scale_have_a_shadow_and_a_length_for_sides(frame: str) -> None:
    figure = built(NAME, {}, frame)
    numbers, size = figure.numbers, figure.scale
    for area, (line, word) in zip(figure.areas, figure.twins(), strict=True):
        assert area.wide / size == pytest.approx(float(numbers.shadows[line, word]), abs=1e-4)
        assert area.tall / size == pytest.approx(float(numbers.lengths[line]), abs=1e-4)
        assert np.linalg.norm(area.base.get_vector()) == pytest.approx(area.wide)
        assert area.side.length == pytest.approx(area.tall)
        assert area.wide * area.tall / size**2 == pytest.approx(float(numbers.scores[line, word]), rel=1e-4)
    left, right = (box_of(area.filling) for area in figure.areas)
    assert left[2] < right[0] and left[1] == pytest.approx(right[1])


def test_a_sides_printed_numbers_multiply_to_the_printed_score() -> None:
    figure = told()
    for labels, area in zip(figure.labels, figure.areas, strict=True):
        (shadow,), (length,) = map(_printed, labels)
        assert round(shadow * length, 2) == float(area.hero.shown) == 4.16


def test_a_shadow_and_an_arrow_turn_into_the_sides_of_their_area_which_the_shadow_sweeps() -> None:
    figure = built(NAME, {}, "16:9")
    slab, area = figure.slabs[0], figure.areas[0]
    start, end = slab.get_start(), slab.get_end()
    filed = area.filed(slab, figure.arrow)
    assert slab.get_start() == pytest.approx(start) and slab.get_end() == pytest.approx(end)
    assert area.side.end == pytest.approx(figure.arrow.end)
    filed.move_to_share(1.0)
    assert slab.get_start() == pytest.approx(area.base.get_start())
    assert area.side.end - area.side.start == pytest.approx(point(0.0, area.tall))
    for share in (0.25, 1.0):
        area.fill_up(share)
        left, low, right, high = box_of(area.filling)
        assert (right - left) * (high - low) == pytest.approx(share * area.wide * area.tall, rel=1e-3)


def test_a_disc_has_its_areas_size_when_that_has_become_round() -> None:
    figure = built(NAME, {}, "16:9")
    figure.add(figure.phrase)
    figure._answer()
    for area, (line, word) in zip(figure.areas, figure.twins(), strict=True):
        disc = figure.table.discs[line][word].disc
        assert math.pi * (disc.width / 2) ** 2 == pytest.approx(area.wide * area.tall, rel=1e-3)


def test_the_line_is_dashed_behind_the_origin_and_feet_on_it_are_hollow() -> None:
    figure = built(NAME, {}, "16:9")
    for word in range(len(figure.numbers.words)):
        figure._point_at(figure.numbers.vectors[word])
        way = figure.arrow.end - figure.plane.origin
        assert (((figure.behind.points - figure.plane.origin) @ way) <= 1e-5).all()
        assert (((figure.ruler.points - figure.plane.origin) @ way) >= -1e-5).all()
        for foot, score in zip(figure.feet, figure.numbers.scores[word].tolist(), strict=True):
            if abs(score) > 1e-5 and foot.get_fill_opacity():
                expected = DARK.ink if score > 0 else DARK.background
                assert foot.get_fill_color().to_hex().lower() == expected.lower()


def test_nothing_is_drawn_through_the_names_of_the_axes() -> None:
    figure = told()
    names = [box_of(name) for name in figure.plane.names]
    rows = figure.numbers.vectors
    for drawn in (figure._ends_of_line(figure.plane.place(row)) for row in rows):
        segment = (flat(drawn[0]), flat(drawn[1]))
        assert not any(inside_length(segment, box) for box in names)


@pytest.mark.parametrize("frame", ("9:16", "1:1", "4:3"))
def test_a_disc_of_one_size_is_one_number_in_x_in_the_table_and_in_what_is_said_of_it(frame: str) -> None:
    figure = told(frame)
    units = {disc.unit for row in (*figure.matrix, *figure.table.discs) for disc in row}
    assert units == {figure.table.unit}


def test_x_is_written_in_numbers_where_it_has_the_frame() -> None:
    figure = told()
    table, numbers = figure.table, figure.numbers
    for row, (word, entries) in enumerate(zip(numbers.words, figure.matrix, strict=True)):
        assert [number.value for number in entries] == pytest.approx(list(figure.world.vectors[word]))
        assert [float(number.shown.replace("\N{MINUS SIGN}", "-")) for number in entries] == pytest.approx(
            list(figure.world.vectors[word])
        )
        assert [number.get_y() for number in entries] == pytest.approx([table.centre(row, 0)[1]] * 2, abs=0.02)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_x_has_its_copy_above_the_table_where_it_lies_when_folded_over_the_diagonal(frame: str) -> None:
    figure = built(NAME, {}, frame)
    table = figure.table
    for upright, lying in zip(figure.matrix, figure.lying, strict=True):
        for one, other in zip(upright, lying, strict=True):
            assert table.folded(one.get_center(), math.pi) == pytest.approx(other.get_center(), abs=1e-4)
    for row, entries in enumerate(figure.lying):
        assert [entry.get_x() for entry in entries] == pytest.approx([table.centre(0, row)[0]] * 2, abs=0.02)
        assert float(entries[0].get_y()) > float(entries[1].get_y()) > table.top, "its first row is the first numbers"
    figure._fold_copy(0.0)
    assert box_of(figure.lying_box) == pytest.approx(box_of(figure.box), abs=1e-4)
    figure._fold_copy(math.pi)
    left, low, right, _ = box_of(figure.lying_box)
    assert (left, right) == pytest.approx((table.left, table.right)) and low > table.top


def test_the_row_and_the_column_of_x_meet_in_the_cell_of_their_score() -> None:
    figure = built(NAME, {}, "16:9")
    figure.meeting = figure._meeting()
    figure._meet().move_to_share(1.0)
    (left, low, right, high), column = map(box_of, figure.meeting)
    x, y, _ = figure.table.centre(figure.numbers.second, figure.numbers.position)
    for box in ((left, low, right, high), column):
        assert box[0] < x < box[2] and box[1] < y < box[3]
    assert left == pytest.approx(float(figure.box.get_left()[0])) and column[3] > figure.table.top


def test_a_negative_score_is_worked_as_the_shadow_behind_the_origin_times_the_length() -> None:
    figure = told()
    word, texts, bar = figure.worked
    shadow, length, score = (value for text in texts for value in _printed(text))
    assert round(shadow * length, 2) == score == -2.94
    line = figure.numbers.second
    assert figure.numbers.words[word] == "and" and float(figure.numbers.scores[line, word]) == pytest.approx(-2.94)
    drawn = built(NAME, {}, "16:9").worked[2]
    sides = sorted(np.linalg.norm(np.diff(drawn.get_vertices(), axis=0), axis=1))
    assert sides[-1] / figure.view.unit == pytest.approx(-float(figure.numbers.shadows[line, word]), abs=1e-3)
    way = figure.plane.place(figure.numbers.vectors[line]) - figure.plane.origin
    assert np.dot(drawn.get_center() - figure.plane.origin, way) < 0


def test_no_score_is_worked_where_none_is_negative() -> None:
    assert built(NAME, {"phrase": "banana apple"}, "16:9").worked is None


@pytest.mark.parametrize("frame", ("16:9", "9:16"))
def test_on_the_folded_table_each_columns_name_stands_at_its_top_on_the_diagonal(frame: str) -> None:
    table = told(frame).table
    for index, head in enumerate(table.column_names):
        x, y, _ = table.centre(index, index)
        assert head.get_x() == pytest.approx(x, abs=0.02)
        assert float(head.get_bottom()[1]) - (y + table.pitch / 2) == pytest.approx(NAME_GAP, abs=0.02)


def test_a_folded_disc_lands_on_its_twin_and_its_number_on_the_other() -> None:
    figure = built(NAME, {}, "16:9")
    table, cell = figure.table, min(figure.twins())
    figure.add(table, *figure.beside)
    fold = TableFold(table, [cell], figure._texts_that_meet())
    fold.closing(figure).move_to_share(1.0)
    assert fold._copies[0].at == pytest.approx(table.centre(*cell[::-1]))
    texts = [text.get_center() for text in figure.beside]
    assert texts[0] == pytest.approx(texts[1])
    fold.opening().move_to_share(1.0)
    fold.opened(figure)
    assert fold._copies[0].at == pytest.approx(table.centre(*cell)) and table.lines in figure.mobjects


def test_twins_that_click_swell_and_are_as_large_as_before_in_the_end() -> None:
    figure = built(NAME, {}, "16:9")
    fold = TableFold(figure.table, figure.upper())
    disc = figure.table.discs[6][3]
    width = float(disc.disc.width)
    clicking = fold.clicking(figure, DARK.ink)
    widest = 0.0
    for share in np.linspace(0.0, 1.0, 21):
        clicking.move_to_share(float(share))
        widest = max(widest, float(disc.disc.width))
    assert 1.1 * width < widest < 1.2 * width and float(disc.disc.width) == pytest.approx(width)


def turned_to(figure: Any, start: int, end: int, share: float) -> Tensor:
    figure.add(figure.arrow)
    figure._turn(start, end, []).move_to_share(share)
    return torch.from_numpy(figure.arrow.end - figure.plane.origin)[:2] / figure.view.unit


def test_the_arrow_turns_from_one_words_place_to_anothers() -> None:
    figure = default_run(NAME).figure
    vectors = figure.numbers.vectors.double()
    for start, end in ((6, 3), (3, 0), (0, 6), (4, 3)):
        torch.testing.assert_close(turned_to(figure, start, end, 0.0), vectors[start], atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(turned_to(figure, start, end, 1.0), vectors[end], atol=1e-5, rtol=1e-5)
        lengths = [float(vectors[place].norm()) for place in (start, end)]
        assert float(turned_to(figure, start, end, 0.5).norm()) == pytest.approx(sum(lengths) / 2, rel=1e-4)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_folded_every_cell_lies_on_its_twin(frame: str) -> None:
    table = told(frame).table
    count = len(table.discs)
    for i in range(count):
        assert table.folded(table.centre(i, i), 1.0) == pytest.approx(table.centre(i, i))
        for j in range(count):
            assert table.folded(table.centre(i, j), 0.0) == pytest.approx(table.centre(i, j))
            assert table.folded(table.centre(i, j), math.pi) == pytest.approx(table.centre(j, i))


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_names_stand_by_their_rows_and_columns_and_discs_keep_their_cells(frame: str) -> None:
    figure = built(NAME, {}, frame)
    table, words = figure.table, figure.numbers.words
    for index, (word, row, column) in enumerate(zip(words, table.row_names, table.column_names, strict=True)):
        names = [each.word if isinstance(each, ShadedIcon) else each.text for each in (row, column)]
        assert names == [word, word]
        x, y, _ = table.centre(index, index)
        if isinstance(row, ShadedIcon):
            assert row.get_y() == pytest.approx(y)
        else:
            capital = CAP_HEIGHT * UNITS_PER_FONT_UNIT * row.size
            assert baseline_of(row) == pytest.approx(y - capital / 2)
        assert column.get_x() == pytest.approx(x)
        assert row.get_right()[0] < table.left and column.get_bottom()[1] > table.top
        assert row.height < table.pitch and column.width < table.pitch
    assert max(disc.disc.width for row in table.discs for disc in row) < table.pitch


def test_other_vectors_change_the_picture() -> None:
    changed = run(NAME, None, load_world("article", {"vectors": {"banana": [2.0, 1.0]}})).figure
    assert changed.table.discs[6][3].score == pytest.approx(1.6 * 2.0 + 1.6 * 1.0)
    assert [area.hero.shown for area in changed.areas] == ["4.80", "4.80"]


def test_words_that_leave_no_room_are_refused() -> None:
    words = [f"wwwww{letter}" for letter in "abcdefghijklmnop"]
    world = World(title="t", axes=("a", "b"), vectors={word: (0.1, 0.2) for word in words})
    refused = 'phrase: a table of 16 words like "wwwwwa" has no room; take fewer or shorter words'
    for frame, more in (("16:9", ""), ("1:1", " or a wider frame")):
        with pytest.raises(UserError) as caught:
            run(NAME, {"phrase": " ".join(words), "word": words[0]}, world, frame=frame)
        assert str(caught.value) == refused + more
    with pytest.raises(ValueError) as error:
        DotTable(words, ["#ffffff"] * 16, torch.zeros(16, 16), Region(0, 3, 0, 3))
    assert str(error.value) == 'a table of 16 words like "wwwwwa" has no room'


def test_rows_of_discs_become_rows_of_weights() -> None:
    figure = default_run(SOFTMAX).figure
    x = torch.tensor([figure.world.vectors[word] for word in figure.numbers.words])
    weights = (x @ x.T).exp() / (x @ x.T).exp().sum(dim=1, keepdim=True)
    torch.testing.assert_close(figure.numbers.weights, weights)
    torch.testing.assert_close(figure.numbers.sums, torch.ones(len(x)))
    shown = torch.tensor([[float(disc.disc.width) / 2 for disc in row] for row in figure.table.discs])
    torch.testing.assert_close(shown, (figure.unit * weights.sqrt()).clamp_min(LEAST_WEIGHT), atol=2e-3, rtol=2e-3)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_both_rows_begin_with_the_same_block_which_is_two_shares_of_one_length(frame: str) -> None:
    figure = built(SOFTMAX, {}, frame)
    numbers = figure.numbers
    assert figure.told == (numbers.position, numbers.second)
    lower, upper = figure.strips
    assert figure.downwards == [upper, lower] and upper.terms.row < lower.terms.row and upper.at[1] > lower.at[1]
    assert upper.blocks[0].width == pytest.approx(float(lower.blocks[0].width), rel=1e-4)
    assert upper.length / lower.length == pytest.approx(float(numbers.totals[3] / numbers.totals[-1]), rel=1e-5)
    assert upper.at[0] == lower.at[0] and upper.whole == lower.whole == max(upper.length, lower.length)
    figure._stretch().move_to_share(1.0)
    for strip, row, other in zip(figure.strips, figure.told, figure.told[::-1], strict=True):
        drawn = torch.tensor([float(block.width) for block in strip.blocks[:2]]) / strip.whole
        torch.testing.assert_close(drawn, numbers.weights[row, [other, row]], atol=2e-3, rtol=1e-3)
        ends = [float(block.get_right()[0]) for block in strip.blocks]
        assert ends[-1] == pytest.approx(strip.at[0] + strip.whole, abs=1e-3) and ends == sorted(ends)
        assert strip.total.get_right()[0] < figure.stage.safe.right + 1e-6
        assert strip.one.get_left()[0] > ends[-1]


def test_lines_join_the_ends_of_the_same_block() -> None:
    figure = built(SOFTMAX, {}, "16:9")
    for share in (0.0, 0.5, 1.0):
        figure._stretch().move_to_share(share)
        ends = figure.ties.get_start_anchors(), figure.ties.get_end_anchors()
        for strip, anchors in zip(figure.downwards, ends, strict=True):
            block = strip.blocks[0]
            edges = [float(block.get_left()[0]), float(block.get_right()[0])]
            assert [float(anchor[0]) for anchor in anchors] == pytest.approx(edges, abs=1e-4)


def test_a_rows_sum_and_its_share_are_right_as_they_are_printed() -> None:
    figure = built(SOFTMAX, {}, "16:9")
    for strip, share, small in zip(figure.strips, (0.28, 0.16), (True, False), strict=True):
        score, own = (value for power in strip.exponents for value in _printed(power))
        first, second = (value for number in strip.inside for value in _printed(number))
        rest, total = _printed(strip.total)
        assert (round(math.exp(score)), round(math.exp(own))) == (first, second)
        assert first + second + rest == total
        assert [_printed(quotient) for quotient in strip.quotients] == [[first, total], [second, total]]
        weight, own = (value for shown in strip.shares for value in _printed(shown))
        *others, whole = _printed(strip.one)
        assert (weight, own) == (share, round(second / total, 2)) and weight == round(first / total, 2)
        assert others == ([] if small else [round(rest / total, 2)]) and bool(len(strip.small)) == small
        assert weight + own + sum(others) == pytest.approx(whole) and whole == 1 and strip.terms.adds_up
    (note,) = figure.strips[0].small
    assert note.shown == "<0.01" and note.value == pytest.approx(float(figure.numbers.remainder[-1]))
    assert figure.strips[0].inside[0][0].shown == figure.strips[1].inside[0][0].shown


def test_shares_that_do_not_add_up_as_printed_are_not_said_to() -> None:
    terms = built(SOFTMAX, {}, "16:9").strips[1].terms
    assert not replace(terms, remainder=torch.tensor(0.0162)).adds_up


def test_a_rows_sum_stays_at_its_bars_end_while_that_is_stretched() -> None:
    figure = built(SOFTMAX, {}, "16:9")
    _, upper = figure.strips
    gap = float(upper.total.get_left()[0] - upper.blocks[1].get_right()[0])
    figure._stretch().move_to_share(1.0)
    assert float(upper.total.get_left()[0] - upper.blocks[1].get_right()[0]) == pytest.approx(gap, abs=0.1)


def test_the_tables_name_is_kept_in_that_of_its_weights() -> None:
    figure = built(SOFTMAX, {}, "16:9")
    product, whole = figure.product, figure.formula
    kept = whole[-1 - len(product) : -1]
    for before, after in zip(product, kept, strict=True):
        assert (before.width, before.height) == pytest.approx((after.width, after.height), rel=0.02)


def test_discs_leave_the_cells_of_their_row_and_each_is_as_large_as_its_score() -> None:
    figure = built(SOFTMAX, {}, "16:9")
    for strip in figure.strips:
        row, large = figure.table.discs[strip.terms.row], [disc.at.copy() for disc in strip.discs]
        frame = figure.table.frame(strip.terms.row)
        way = strip.leaving(figure.table, frame)
        way.move_to_share(0.0)
        for disc, column in zip(strip.discs, strip.terms.columns, strict=True):
            assert disc.at == pytest.approx(row[column].at)
            assert disc.disc.width == pytest.approx(float(row[column].disc.width), abs=2e-3)
            assert disc.score == row[column].score
        for share in (0.3, 0.5):  # the row slides whole: in the table's order, within its frame
            way.move_to_share(share)
            order = [strip.discs[strip.terms.columns.index(column)] for column in range(len(row))]
            places = np.array([disc.at for disc in order])
            assert np.diff(places[:, 0]) == pytest.approx([places[1, 0] - places[0, 0]] * (len(row) - 1))
            assert places[:, 1] == pytest.approx([frame.get_y()] * len(row), abs=1e-6)
            assert frame.get_left()[0] < places[0, 0] and places[-1, 0] < frame.get_right()[0]
        way.move_to_share(1.0)
        assert [float(disc.at[0]) for disc in strip.discs] == pytest.approx([float(at[0]) for at in large])
        rights = [float(disc.disc.get_right()[0]) for disc in strip.discs]
        lefts = [float(disc.disc.get_left()[0]) for disc in strip.discs]
        assert all(right < left for right, left in zip(rights, lefts[1:], strict=False))


def test_discs_of_a_row_become_shares_each_in_its_own_cell() -> None:
    figure = default_run(SOFTMAX).figure
    for row in range(len(figure.numbers.words)):
        weigh = figure._weigh(row)
        for share in (0.3, 0.7, 1.0):
            weigh.move_to_share(share)
            for column, disc in enumerate(figure.table.discs[row]):
                assert disc.disc.get_center() == pytest.approx(figure.table.centre(row, column), abs=1e-6)
                assert float(disc.disc.width) <= figure.table.pitch


@pytest.mark.parametrize("frame", ("16:9", "9:16", "4:3"))
def test_where_one_score_stood_twice_two_weights_stand_in_the_end(frame: str) -> None:
    figure = framed_run(SOFTMAX, frame).figure
    assert [_printed(score) for score in figure.scores] == [[4.16], [4.16]]
    assert [_printed(share) for share in figure.shares] == [[0.28], [0.16]]
    for score, share, (_, other) in zip(figure.scores, figure.shares, figure.twins(), strict=True):
        assert score.get_center() == pytest.approx(share.get_center(), abs=0.1)
        number = share.get_family()[-1].get_fill_color()
        assert number.to_hex().lower() == figure.color_at(other).lower(), "the colour of the word that pulls"


def test_a_band_of_the_pair_is_as_wide_as_its_weight_and_its_head_points_at_the_word_that_is_pulled() -> None:
    figure = default_run(SOFTMAX).figure
    for (row, other), lane in zip(figure.twins(), figure.lanes, strict=True):
        (band,) = lane
        (head,) = band.head
        assert band.weight == pytest.approx(float(figure.numbers.weights[row, other]))
        tip, base, *_ = head.get_anchors()
        assert tip == pytest.approx(band.pulled) and np.dot(tip - base, band.pulled - band.puller) > 0
        assert np.linalg.norm(band.body.points - band.pulled, axis=1).min() > 0.03, "the body ends beneath the head"
        assert band._width(1.0, 1.0) == pytest.approx(band._width(0.0, 1.0) / 2)
        assert np.linalg.norm(band.pulled - figure.plane.place(figure.numbers.vectors[row])) < 0.6


def test_rows_whose_sums_are_far_apart_are_drawn_without_a_common_scale() -> None:
    world = load_world("article", {"vectors": {"banana": [3.6, 0.2]}})
    figure = run(SOFTMAX, None, world).figure
    assert len({strip.length for strip in figure.strips}) == 1
    assert not any(len(each) for strip in figure.strips for each in strip.quotients), "powers too large to be written"


def test_a_pair_that_still_pulls_alike_is_told_so() -> None:
    shown = run(SOFTMAX, {"phrase": "banana banana", "word": "banana"}).snapshots
    assert "still pull alike" in shown[-1].beat.caption


def test_scores_too_large_for_an_exponent_are_refused() -> None:
    with pytest.raises(UserError) as caught:
        run(SOFTMAX, None, load_world("article", {"vectors": {"apple": [16.0, 16.0]}}))
    assert str(caught.value) == (
        "the largest dot product is 512, too large an exponent to draw (at most 80); make the vectors shorter"
    )


@pytest.mark.parametrize("name", (NAME, SOFTMAX, SUM))
def test_two_words_are_enough(name: str) -> None:
    assert [each.beat.name for each in run(name, {"phrase": "banana apple"}).snapshots][-1] in (
        "mirror",
        "name",
        "all-rows",
    )


def test_each_rows_bands_move_its_word_to_the_weighted_sum() -> None:
    figure = default_run(SUM).figure
    numbers = figure.numbers
    x = torch.tensor([figure.world.vectors[word] for word in numbers.words])
    torch.testing.assert_close(numbers.updated, (torch.softmax(x @ x.T, dim=1) @ x).to(numbers.updated.dtype))
    torch.testing.assert_close(numbers.weighted.sum(dim=0), numbers.updated[numbers.position])
    for row, word in enumerate(numbers.words):
        old, new = figure.plane.place(numbers.vectors[row]), figure.plane.place(numbers.updated[row])
        trail = figure.trails[word]
        assert figure.words[word].at == pytest.approx(new, abs=1e-3)
        assert trail.get_start() == pytest.approx(old) and trail.get_end() == pytest.approx(new, abs=1e-3)
        assert figure.own[word].get_center() == pytest.approx(old, abs=1e-6)


def test_a_row_ties_its_word_to_the_two_others_that_pull_it_most() -> None:
    figure = default_run(SUM).figure
    for row, word in enumerate(figure.numbers.words):
        others = sorted(
            (w, o) for w, o in zip(figure.numbers.weights[row].tolist(), figure.old, strict=True) if o != word
        )
        assert set(figure.drawn(word)) == {other for weight, other in others[-2:] if weight >= 0.05}


def test_x_and_x_prime_stand_row_against_row_with_the_table_and_hold_the_sum() -> None:
    figure = default_run(SUM).figure
    x, moved = figure.aside.x, figure.aside.moved
    for matrix, values in ((x, figure.numbers.vectors), (moved, figure.numbers.updated)):
        for row, numbers in enumerate(matrix.numbers):
            assert [number.value for number in numbers] == pytest.approx(values[row].tolist())
            assert float(numbers[0].get_y()) == pytest.approx(float(figure.table.centre(row, 0)[1]), abs=0.05)
    result = [piece.shown for piece in figure.sum.result.get_family() if isinstance(piece, Number)]
    assert [number.shown for number in moved.numbers[figure.numbers.position]] == result == ["1.8", "1.2"]


def test_the_rows_weights_are_written_to_be_one() -> None:
    assert _printed(default_run(SUM).figure.sum.total) == [1.0]


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_the_last_caption_speaks_of_rows_of_x_prime_only_where_they_stand(frame: str) -> None:
    run = framed_run(SUM, frame)
    said = run.figure.beats[-1].caption
    assert ("sum is one row" in said) == (run.figure.aside is not None), said


def test_a_word_lands_where_its_sum_said() -> None:
    figure = built(SUM, {}, "16:9")
    numbers, row = figure.numbers, figure.numbers.position
    assert figure.goal.get_center() == pytest.approx(figure.plane.place(numbers.updated[row]), abs=1e-6)
    shown = [piece.value for piece in figure.sum.result.get_family() if isinstance(piece, Number)]
    assert shown == pytest.approx(numbers.updated[row].tolist())


def _printed(line: Any) -> list[float]:
    """Return the numbers of a line as they are printed."""
    return [float(piece.shown.replace("−", "-")) for piece in line.get_family() if isinstance(piece, Number)]


def _product(added: Any) -> list[float]:
    """Return what the terms of a sum come to as they are printed; what weighs next to nothing is left out."""
    counted = [place for place, term in enumerate(added.terms) if term.counts]
    weights = [_printed(added.weights[place])[0] for place in counted]
    pairs = [_printed(added.products[place]) for place in counted]
    return [sum(weight * pair[axis] for weight, pair in zip(weights, pairs, strict=True)) for axis in (0, 1)]


def test_a_sum_that_is_written_out_adds_up_as_it_is_printed() -> None:
    added = default_run(SUM).figure.sum
    *weights, small = added.weights
    assert [_printed(weight)[0] for weight in weights] == [0.72, 0.28] and sum((0.72, 0.28)) == 1
    assert [piece.shown for piece in small.get_family() if isinstance(piece, Number)] == ["<0.01"]
    assert [as_printed(number, 1) for number in _product(added)] == _printed(added.result) == [1.8, 1.2]


@pytest.mark.parametrize("number", range(8))
def test_in_any_world_a_sum_is_right_as_it_is_printed_or_has_no_form_that_is(number: int) -> None:
    chance = torch.Generator().manual_seed(number)
    rows = (2 * torch.randn(5, 2, generator=chance)).round(decimals=1).tolist()
    words = ["one", "two", "three", "four", "five"]
    world = World(title="t", axes=("a", "b"), vectors=dict(zip(words, map(tuple, rows), strict=True)))
    figure = run(SUM, {"phrase": " ".join(words), "word": "one"}, world).figure
    if any(figure.adds_up(*form) for form in ((2, 1), (3, 1), (3, 2), (4, 2))):
        result = [piece.shown for piece in figure.sum.result.get_family() if isinstance(piece, Number)]
        digits = len(result[0].partition(".")[2])
        assert [as_printed(number, digits) for number in _product(figure.sum)] == _printed(figure.sum.result)


def test_the_other_words_part_of_a_sum_is_their_weight_times_where_they_pull_together() -> None:
    numbers = default_run(SUM).figure.numbers
    others = [column for column in range(len(numbers.words)) if column not in numbers.terms]
    pulled = numbers.weights[numbers.position, others] @ numbers.vectors[others]
    torch.testing.assert_close(numbers.rest * numbers.mean, pulled, atol=1e-5, rtol=1e-4)


def test_a_sum_is_on_one_line_below_the_table_where_it_has_room_and_opens_for_the_places() -> None:
    figure = built(SUM, {}, "16:9")
    added = figure.sum
    counted = [weight for weight, term in zip(added.weights, added.terms, strict=True) if term.counts]
    before = [float(weight.get_x()) for weight in counted]
    assert added.level and added.box[3] < float(figure.formula[0].get_bottom()[1])
    assert added.box[2] == pytest.approx(figure.stage.safe.right, abs=0.15)
    for motion in added.opening():
        figure.play(motion)
    for part, after in zip(added.products, counted[1:], strict=False):
        assert part[1].get_right()[0] < after.get_left()[0] and before[1] != after.get_x()
    assert added.products[1].get_right()[0] < added.result.get_left()[0]


def test_a_sums_weights_stand_below_each_other_elsewhere_and_so_do_its_vectors() -> None:
    added = built(SUM, {}, "1:1").sum
    assert not added.level
    for parts, place in ((added.weights[:2], -1), (added.products[:2], 0)):
        lefts = [float(part[1][place].get_left()[0]) for part in parts]
        assert lefts == pytest.approx([lefts[0]] * len(lefts), abs=0.02)
    lines = [float(part.get_y()) for part in (*added.weights, added.result)]
    assert lines == sorted(lines, reverse=True)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_the_sum_covers_nothing_of_the_plane_or_the_table(frame: str) -> None:
    figure = built(SUM, {}, frame)
    marks = [part for token in figure.words.values() for part in token]
    taken = [*figure.plane.text_boxes(), *map(box_of, (figure.table.lines, *figure.formula, *marks))]
    assert not any(overlap(box_of(part), box) for part in figure.sum.parts for box in taken)


@pytest.mark.parametrize("frame", ("16:9", "9:16", "1:1", "4:3"))
def test_no_ring_that_is_an_own_weight_touches_a_name(frame: str) -> None:
    figure = built(SUM, {}, frame)
    names = [box_of(token.label) for token in figure.words.values()]
    for ring in figure.own.values():
        middle, reach = ring.get_center()[:2], float(ring.width) / 2
        for left, low, right, top in names:
            nearest = np.clip(middle, (left, low), (right, top))
            assert np.linalg.norm(nearest - middle) > reach


def test_a_rows_bands_pull_from_the_old_places_and_balance_where_their_word_comes_to_rest() -> None:
    figure = default_run(SUM).figure
    for row, word in enumerate(figure.numbers.words):
        pulls = figure.pulls_on(word)
        end = figure.plane.place(figure.numbers.updated[row])
        places = {other: figure.plane.place(vector) for other, vector in figure.old.items()}
        force = sum(figure.weight_of(other, word) * (place - end) for other, place in places.items())
        weights = [figure.weight_of(word, word), *(pull.weight for pull in pulls.values())]
        assert sum(weights) == pytest.approx(1.0, abs=1e-5) and word not in pulls
        assert np.linalg.norm(force) < 1e-4
        for other, pull in pulls.items():
            assert pull.puller == pytest.approx(figure.plane.place(figure.old[other]), abs=0.1)
