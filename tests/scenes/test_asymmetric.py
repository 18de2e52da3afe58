"""The figures of asymmetric pull draw what they compute."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from manim import VGroup, VMobject

from scenes import load_figure
from scenes.article.asymmetric.pair import PairParameters, pair
from scenes.article.asymmetric.powers import power_text
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.number_format import format_number
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math
from scenes.worlds import load_world
from tests.scenes.harness import blind, default_run, framed_run, run

FORCES = "attention-asymmetric-forces"
ONE = "attention-key-query-transformation-part-one"
TWO = "attention-key-query-transformation-part-two"
DOT = "attention-key-query-dp"

ICON_STEP = 0.34
"""Scene units from the tip of an arrow to the middle of its icon."""

BRIDE, RING = torch.tensor([0.4, 2.0]), torch.tensor([2.0, 0.6])
W_K = torch.tensor([[0.3, 0.0], [0.9, 1.0]])
W_Q = torch.tensor([[1.0, 0.9], [0.0, 0.3]])


def test_forces_are_the_ones_worked_out_by_hand() -> None:
    numbers = default_run(TWO).figure.numbers
    assert torch.allclose(numbers.forces, torch.stack([(BRIDE @ W_K) @ (RING @ W_Q), (RING @ W_K) @ (BRIDE @ W_Q)]))
    assert numbers.forces.tolist() == pytest.approx([7.8, 1.0296], abs=5e-3)
    assert numbers.plain_forces.tolist() == pytest.approx([2.0, 2.0])
    assert numbers.squeezed_forces.tolist() == pytest.approx([0.6, 0.6])
    assert torch.equal(numbers.forces, default_run(FORCES).figure.numbers.forces)
    assert torch.equal(numbers.plain_forces, default_run(ONE).figure.numbers.forces)


@given(*(st.floats(0.1, 3.0) for _ in range(4)))
def test_squeezes_along_the_axes_leave_forces_equal(a: float, b: float, c: float, d: float) -> None:
    world = load_world("bride-and-ring")
    forces = pair(PairParameters(), world, torch.diag(torch.tensor([a, b])), torch.diag(torch.tensor([c, d]))).forces
    assert float(forces[0]) == pytest.approx(float(forces[1]), rel=1e-4)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_each_word_is_dragged_as_far_as_it_is_pulled(frame: str) -> None:
    figure = framed_run(FORCES, frame).figure
    along = 1 if frame == "9:16" else 0
    for index, force in enumerate(figure.numbers.forces):
        puller, old, new = figure.pullers[index], figure.before[index], figure.words[index]
        assert (puller.word, new.word) == (figure.numbers.words[index], figure.numbers.words[1 - index])
        away = np.linalg.norm(new.at - old.at)
        assert away == pytest.approx(float(force) * figure.unit, abs=1e-5)
        assert float((new.at - old.at) @ (puller.at - old.at)) > 0, "towards the word that pulls"
        assert (figure.bars[index].width, figure.bars[index].height)[along] == pytest.approx(away, abs=1e-5)
        assert figure.results[index].value == pytest.approx(float(force))


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_a_dragged_word_has_left_its_outline(frame: str) -> None:
    figure = framed_run(FORCES, frame).figure
    for ghost, token in zip(figure.ghosts, figure.words, strict=True):
        assert overlap(box_of(ghost), box_of(token.mark)) == 0


def test_what_is_the_same_both_ways_stands_in_the_colours_of_its_words() -> None:
    figure = default_run(FORCES).figure
    theme = figure.style.theme
    assert figure.dot_product.value == pytest.approx(float(BRIDE @ RING)) == pytest.approx(2.0)
    said = [piece for piece in figure.question.get_family() if isinstance(piece, Label)]
    assert [label.text for label in said] == ["bride", "ring", "ring", "bride"]
    colors = [label.get_fill_color().to_hex().lower() for label in said]
    assert colors == [theme.subject, theme.families[0], theme.families[0], theme.subject]
    for lane, (bar, number) in enumerate(zip(figure.bars, figure.results, strict=True)):
        assert bar.get_fill_color().to_hex().lower() == theme.fill(figure.colors[lane])
        assert number.get_fill_color().to_hex().lower() == figure.colors[lane]


@pytest.mark.parametrize("frame", ["16:9", "1:1", "4:3"])
def test_both_pulls_are_as_large_and_stand_at_the_ends_of_their_bars(frame: str) -> None:
    figure = framed_run(FORCES, frame).figure
    one, other = figure.results
    assert one.cap_height == pytest.approx(other.cap_height)
    for bar, number in zip(figure.bars, figure.results, strict=True):
        assert number.get_left()[0] - bar.get_right()[0] == pytest.approx(0.25, abs=0.05)
        assert bar.get_bottom()[1] < number.get_y() < bar.get_top()[1]


def test_bands_are_as_wide_as_forces() -> None:
    figure = default_run(FORCES).figure
    strong, weak = (band.weight for band in figure.bands)
    assert weak / strong == pytest.approx(float(figure.numbers.forces[1] / figure.numbers.forces[0]))


def test_nothing_is_asked_where_both_pull_alike() -> None:
    same = [[1.0, 0.0], [0.0, 1.0]]
    made = run(FORCES, {}, load_world("bride-and-ring", {"matrices": {"W_K": same, "W_Q": same}}))
    assert "how" not in made.figure.foot_line.says


def test_both_pulls_are_sums_of_the_same_products_with_traded_factors() -> None:
    figure = default_run(ONE).figure
    numbers, theme = figure.numbers, figure.style.theme
    above, below = figure.sums
    assert [cell.number.shown for cell in above.results] == ["0.80", "1.20"]
    for one, other in zip(above.factors, below.factors, strict=True):
        assert [cell.value for cell in one] == [cell.value for cell in reversed(other)]
        colors = [cell.number.get_fill_color().to_hex().lower() for cell in (*one, *other)]
        assert colors == [theme.key, theme.query] * 2
    for index, each in enumerate(figure.sums):
        products = [round(float(a.number.shown) * float(b.number.shown), 2) for a, b in each.factors]
        assert products == [float(cell.number.shown) for cell in each.results]
        assert f"{sum(products):.2f}" == figure.scores[index].shown
        assert figure.scores[index].value == pytest.approx(float(numbers.forces[index]))


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_the_flag_comes_to_lie_by_the_lead_of_the_stronger_pull(frame: str) -> None:
    figure = framed_run(ONE, frame).figure
    tug, numbers = figure.tug, figure.numbers
    assert numbers.turned_forces.tolist() == pytest.approx([5.04, 2.0])
    assert tug.middle - tug.flag.get_x() == pytest.approx(3.04 * tug.unit, rel=1e-4)
    bride, ring = tug.words
    assert np.allclose(bride.at, tug.homes[0]), "who leads stands"
    assert tug.homes[1][0] - ring.at[0] == pytest.approx(3.04 * tug.unit, rel=1e-4), "the other is dragged"
    for index, force in enumerate(numbers.turned_forces.tolist()):
        bar = VGroup(*(piece for piece in tug.bars[index] if piece.width > 0.01))
        assert bar.width == pytest.approx(force * tug.unit, rel=1e-3)
        ends = (float(bar.get_left()[0]), float(bar.get_right()[0]))
        assert ends[1 - index] == pytest.approx(tug.at, abs=1e-4), "bars begin at the flag"
        assert figure.last_scores[index].value == pytest.approx(force)
    assert tug.bars[0].get_left()[0] > tug.words[0].mark.get_right()[0] - 0.01
    texts = [*figure.last_scores, tug.words[0].mark, tug.words[1].mark]
    assert not any(overlap(box_of(one), box_of(other)) for one, other in itertools.combinations(texts, 2))


def test_pieces_of_a_bar_are_as_long_as_the_products() -> None:
    figure = default_run(ONE).figure
    tug = figure.tug
    first, second = figure.numbers.turned_products.tolist()
    inner, outer = tug.bars[0]
    assert (first, second) == pytest.approx((3.84, 1.2))
    assert inner.width == pytest.approx(first * tug.unit, abs=1e-3)
    assert outer.width == pytest.approx(second * tug.unit, abs=0.06)
    assert outer.get_right()[0] < inner.get_left()[0]


def test_the_flag_stays_while_both_vectors_are_anywhere_else() -> None:
    figure = default_run(ONE).figure
    tug, rows = figure.tug, figure._route()
    lead = tug.lead
    for one, other in rows:
        products = (one * other).tolist()
        assert sum(products) > 0
        tug.put(0.0, [products, products])
        assert tug.flag.get_x() == pytest.approx(tug.middle, abs=1e-6)
        widths = [sum(float(piece.width) for piece in bar) for bar in tug.bars]
        assert widths[0] == pytest.approx(widths[1]) and widths[0] == pytest.approx(sum(products) * tug.unit, abs=0.06)
        # A pencil finds what is written on the way.
        assert all(abs(value * 10 - round(value * 10)) < 1e-5 for value in (*one.tolist(), *other.tolist()))
    tug.put(lead, [figure.numbers.turned_products.tolist(), figure.numbers.products[1].tolist()])


def test_one_key_is_turned_to_where_w_k_takes_it_and_nothing_else_changes() -> None:
    figure = default_run(ONE).figure
    numbers, plane = figure.numbers, figure.plane
    assert torch.allclose(numbers.turned_key, BRIDE @ W_K)
    assert numbers.turned_key.tolist() == pytest.approx([1.92, 2.0])
    assert torch.allclose(numbers.turned_key, default_run(TWO).figure.numbers.keys[0])
    assert np.allclose(figure.keys[0].end, plane.place(numbers.turned_key))
    assert np.allclose(figure.queries[0].end, plane.place(numbers.vectors[0]))
    for half in (figure.keys[1], figure.queries[1]):
        assert np.allclose(half.end, plane.place(numbers.vectors[1]))
    shown = [factor.number.shown for factor in figure.ended]
    assert shown == ["1.92", "3.84", "5.04"]
    assert float(numbers.turned_forces[1]) == float(numbers.forces[1])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"matrices": {"W_K": [[1.0, 0.0], [0.0, 1.0]]}}, (4.25, 4.27)),
        (
            {"vectors": {"bride": [1.0, 1.0], "ring": [2.0, 2.0]}, "matrices": {"W_K": [[1.0, 0.0], [0.0, 1.0]]}},
            (1.99, 2.01),
        ),
    ],
)
def test_a_key_that_w_k_leaves_is_turned_onto_the_other_word_or_away(
    changes: dict[str, object], expected: tuple[float, float]
) -> None:
    figure = load_figure(ONE)
    numbers = figure.compute(figure.Parameters(), load_world("bride-and-ring", changes))
    low, high = expected
    assert low < float(numbers.turned_forces[0]) < high
    assert torch.linalg.vector_norm(numbers.turned_key) == pytest.approx(
        float(torch.linalg.vector_norm(numbers.vectors[0]))
    )


def test_halves_of_a_cut_arrow_are_the_arrow_and_lie_along_its_line_again() -> None:
    figure = default_run(ONE).figure
    key, query, whole = figure.keys[1], figure.queries[1], figure.whole[1]
    tip = figure.plane.place(figure.numbers.vectors[1])
    both = VGroup(key, query)
    middles = []
    for share in (0.0, 0.5, 1.0):
        for half in (key, query):
            half.open(share)
        middles.append(np.linalg.norm(key.get_center() - query.get_center()))
        if share != 0.5:
            assert both.width == pytest.approx(float(whole.width), rel=1e-3)
            assert both.height == pytest.approx(float(whole.height), rel=1e-3)
    assert middles[1] > middles[0] + 0.1
    for half in (key, query):
        assert min(np.linalg.norm(half.body.points - tip, axis=1)) < 1e-6, "its own tip is the vector's place"


def test_every_half_says_what_it_is_clear_of_axes_and_of_all_other_texts() -> None:
    figure = default_run(ONE).figure
    tags = [tag for both in figure.tags for tag in both.values()]
    assert [label.text for tag in tags for label in tag.said[0].get_family() if isinstance(label, Label)] == [
        "key", "query", "key", "query",
    ]  # fmt: skip
    boxes = [box_of(tag) for tag in [*tags, *figure.plane.names, *figure.plane.numbers]]
    assert not any(overlap(one, other) for one, other in itertools.combinations(boxes, 2))
    segments = figure.plane.axis_segments()
    assert not any(inside_length(line, box_of(tag)) for line in segments for tag in tags)


def test_what_is_written_while_a_key_turns_is_found_by_a_pencil() -> None:
    """The sign between both pulls follows from what is printed: they are alike at the first stop alone."""
    figure = default_run(ONE).figure
    home, *stops, aim = figure._stops()
    assert torch.equal(home, BRIDE) and torch.equal(aim, figure.numbers.turned_key)
    assert [round(float(row[0]), 4) for row in stops] == [0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8]
    for row in stops:
        one, other = figure._terms(row)
        assert (one, other) == pytest.approx((2 * float(row[0]), 1.2))
        assert format_number(one + other) != figure.scores[1].shown


def test_each_axis_has_a_tone_in_blocks_and_products_alike() -> None:
    figure = default_run(ONE).figure
    assert len(set(figure.tones)) == 2
    for each, bar in zip(figure.sums, figure.tug.bars, strict=True):
        for result, piece, tone in zip(each.results, bar, figure.tones, strict=True):
            assert result.number.get_fill_color().to_hex().lower() == tone
            assert piece.get_fill_color().to_hex().lower() == figure.style.theme.fill(tone)
        assert each.total.number.shown == figure.scores[0].shown == "2.00"


def test_digits_are_chosen_so_that_a_pencil_gets_the_pull() -> None:
    vectors = {"bride": (0.45, 1.23), "ring": (1.37, 0.61)}
    made = run(ONE, {}, load_world("bride-and-ring", {"vectors": vectors}))
    shown = [[float(cell.number.shown) for cell in both] for both in made.figure.sums[0].factors]
    total = sum(one * other for one, other in shown)
    assert round(total, 2) == pytest.approx(float(made.figure.scores[0].shown))


def test_whole_arrows_have_left_in_the_end_and_pulls_stand_in_colours() -> None:
    figure = default_run(ONE).figure
    theme = figure.style.theme
    seen = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert not any(id(arrow.body) in seen for arrow in figure.whole)
    for arrows, color in ((figure.keys, theme.key), (figure.queries, theme.query)):
        assert all(id(arrow.body) in seen for arrow in arrows)
        assert {arrow.body.get_fill_color().to_hex().lower() for arrow in arrows} == {color}
    for each in figure.sums:
        assert [each.name[place].get_fill_color().to_hex().lower() for place in (0, -1)] == [theme.key, theme.query]


PART_OF_THE_WAY = [0.0, 0.3, 0.7, 1.0]


def test_each_space_moves_alone_and_its_entry_with_it() -> None:
    """From one stage to the next one entry of one matrix changes; keys and queries, pulls and bars follow it."""
    figure = default_run(TWO).figure
    place, shown = figure.plane.place, []
    for start, share in itertools.product(range(5), PART_OF_THE_WAY):
        maps = figure.between(start, share)
        keys, queries = figure.mapped(*maps)
        assert torch.allclose(keys, torch.stack([BRIDE, RING]) @ maps[0])
        assert torch.allclose(queries, torch.stack([BRIDE, RING]) @ maps[1])
        figure.lay(keys, queries)
        for arrows, rows in zip(figure.arrows, (keys, queries), strict=True):
            assert np.allclose([arrow.end for arrow in arrows], [place(row) for row in rows], atol=1e-5)
        for matrix, values in zip(figure.matrices, maps, strict=True):
            running = matrix.run(start)
            matrix.write(running, values)
            for at in range(4):
                assert matrix.number(at, float(values.flatten()[at])).value == pytest.approx(
                    float(values.flatten()[at])
                )
    for start in range(5):
        shown.append([matrix.changes(start) for matrix in figure.matrices])
    assert shown == [[[0], []], [[], [3]], [[2], []], [[2], []], [[], [1]]]
    figure.lay(figure.numbers.keys, figure.numbers.queries)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_sheets_lie_where_the_matrices_take_the_square_that_they_were(frame: str) -> None:
    figure = framed_run(TWO, frame).figure
    place, room = figure.plane.place, figure.plane_room
    for sheet, color in zip(figure.sheets, figure.colors, strict=True):
        assert sheet.glass.get_stroke_color().to_hex().lower() == color
        assert torch.equal(sheet.corners, figure.sheets[0].corners)
    dots = np.array([dot.get_center() for dot in figure.square])
    square = [place(row) for row in figure.sheets[0].corners]
    assert np.allclose(dots.min(axis=0), square[0], atol=1e-5) and np.allclose(dots.max(axis=0), square[2], atol=1e-5)
    for start, share in itertools.product(range(5), PART_OF_THE_WAY):
        maps = figure.between(start, share)
        for sheet, matrix in zip(figure.sheets, maps, strict=True):
            sheet.carry(matrix)
            corners = sheet.glass.get_vertices()
            assert np.allclose(corners, [place(row) for row in sheet.corners @ matrix], atol=1e-5)
            assert room.left - 0.2 < corners[:, 0].min() and corners[:, 0].max() < room.right + 0.2
            assert room.bottom - 0.2 < corners[:, 1].min() and corners[:, 1].max() < room.top + 0.2
    texts = [box_of(part) for part in (*figure.plane.numbers, *figure.plane.names)]
    assert len(figure.plane.names) == 2
    assert not any(inside_length(edge, box) > 0 for edge in figure._edges() for box in texts)
    numbers = figure.numbers
    for sheet, matrix in zip(figure.sheets, (numbers.W_K, numbers.W_Q), strict=True):
        sheet.carry(matrix)


def test_sheets_reach_as_far_as_the_words_and_are_seen_with_the_space_that_moves() -> None:
    """In 16:9 each word is on an edge. No sheet is seen with the areas, and the keys' one alone at the right angle."""
    seen: dict[str, tuple[list[bool], list[np.ndarray]]] = {}

    def look(figure: Any, beat: Any) -> None:
        parts = {id(part) for mobject in figure.mobjects for part in mobject.get_family()}
        shown = [id(part) in parts for part in (*figure.glass, figure.square[0])]
        seen[beat.name] = shown, [glass.get_vertices().copy() for glass in figure.glass]

    cls = load_figure(TWO)
    made: Any = cls(cls.read_parameters({}), load_world(cls.world_name), renderer=blind(), on_beat=look)
    made.render()
    numbers = made.numbers
    assert made.sheets[0].corners[2].tolist() == pytest.approx([2.0, 2.0])
    assert {name: shown for name, (shown, _) in seen.items()} == {
        "same": [False, False, False],
        "squeezed": [True, True, True],
        "right-angle": [True, False, False],
        "lean": [True, True, False],
        "asymmetric": [False, False, False],
    }
    for name, matrices in (
        ("squeezed", (numbers.squeeze_K, numbers.squeeze_Q)),
        ("right-angle", (numbers.right_K, numbers.squeeze_Q)),
        ("lean", (numbers.W_K, numbers.W_Q)),
    ):
        for sheet, corners, matrix in zip(made.sheets, seen[name][1], matrices, strict=True):
            assert np.allclose(corners, [made.plane.place(row) for row in sheet.corners @ matrix], atol=1e-5)


def test_pulls_in_each_stage_are_the_ones_worked_out_by_hand() -> None:
    figure = default_run(TWO).figure
    shown = [[number.shown for number in stage] for stage in figure.results]
    assert shown == [
        ["2.00", "2.00"], ["1.44", "1.44"], ["0.60", "0.60"], ["0.00", "0.56"], ["4.20", "0.82"], ["7.80", "1.03"],
    ]  # fmt: skip


@pytest.mark.parametrize("share", PART_OF_THE_WAY)
@pytest.mark.parametrize(("start", "before", "after"), [(0, 2.0, 1.44), (1, 1.44, 0.6)])
def test_both_pulls_shrink_together_and_are_equal_throughout(
    start: int, before: float, after: float, share: float
) -> None:
    figure = default_run(TWO).figure
    keys, queries = figure.mapped(*figure.between(start, share))
    first, second = (keys * queries.flip(0)).sum(dim=-1).tolist()
    assert first == pytest.approx(second) == pytest.approx(before + share * (after - before), rel=1e-5)


def test_the_first_key_stands_at_right_angles_to_its_query_and_no_longer_pulls() -> None:
    figure = default_run(TWO).figure
    numbers = figure.numbers
    assert torch.allclose(numbers.right_K, torch.tensor([[0.3, 0.0], [-0.15, 1.0]]))
    assert float(numbers.right_keys[0] @ numbers.squeezed_queries[1]) == pytest.approx(0.0, abs=1e-6)
    assert numbers.right_forces.tolist() == pytest.approx([0.0, 0.564], abs=1e-5)
    first, corner, last = figure.corner.get_vertices()[[1, 0, 3]]
    assert np.allclose(corner, figure.plane.origin)
    assert float((first - corner) @ (last - corner)) == pytest.approx(0.0, abs=1e-6)
    beat = next(each for each in default_run(TWO).snapshots if each.beat.name == "right-angle")
    assert "no shadow" in beat.beat.caption


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_each_pull_is_a_sum_that_a_pencil_finds_below_its_bar(frame: str) -> None:
    figure = framed_run(TWO, frame).figure
    theme = figure.style.theme
    assert len(figure.bars.sums) == len(figure.stages()) == 6
    for stage, (both, results) in enumerate(zip(figure.bars.sums, figure.results, strict=True)):
        for puller, (each, result) in enumerate(zip(both, results, strict=True)):
            one, other, third, last = (float(n.shown.replace("\N{MINUS SIGN}", "-")) for n in each.factors)
            assert format_number(one * other + third * last) == result.shown
            keys, queries = figure.stages()[stage]
            values = [value for pair in zip(keys[puller], queries[1 - puller], strict=True) for value in pair]
            assert [number.value for number in each.factors] == pytest.approx([float(value) for value in values])
            colors = [number.get_fill_color().to_hex().lower() for number in each.factors]
            assert colors == [theme.key, theme.query] * 2 if stage else [theme.ink] * 4
            assert each.get_top()[1] < figure.bars.bars[puller].get_bottom()[1]


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_squeezed_pulls_are_seen_to_be_the_same_two_products(frame: str) -> None:
    """They stand beside either bar, each within a box that is alike in both sums."""
    figure = framed_run(TWO, frame).figure
    for puller, worked in enumerate(figure.worked):
        assert [number.shown for number in worked.products] == ["0.24", "0.36"]
        assert [number.value for number in worked.products] == pytest.approx(
            (figure.numbers.squeezed_keys[puller] * figure.numbers.squeezed_queries[1 - puller]).tolist()
        )
        assert box_of(worked)[2] <= figure.bars.rooms[puller].right
        texts = [worked, figure.bars.names[puller], figure.results[2][puller], figure.bars.sums[2][puller]]
        assert not any(overlap(box_of(one), box_of(other)) for one, other in itertools.combinations(texts, 2))
    for place, boxes in enumerate(figure.boxes):
        assert len({(box.get_stroke_width(), box.get_fill_opacity()) for box in boxes}) == 1
        for box, worked in zip(boxes, figure.worked, strict=True):
            assert overlap(box_of(box), box_of(worked.products[place])) > 0
    beat = next(each for each in default_run(TWO).snapshots if each.beat.name == "squeezed")
    assert "the same two products, 0.24 and 0.36" in beat.beat.caption


def test_the_first_key_is_its_words_row_times_the_matrix_that_is_seen() -> None:
    figure = default_run(TWO).figure
    row, key = ([float(number.shown) for number in each.numbers[0]] for each in figure.made.rows)
    matrix = [float(number.shown) for number in figure.matrices[0].numbers[1]]
    assert row == pytest.approx(BRIDE.tolist())
    assert key == pytest.approx([row[0] * matrix[at] + row[1] * matrix[2 + at] for at in (0, 1)])
    assert figure.made not in figure.mobjects


def test_squeezed_pulls_that_are_other_products_are_not_said_to_be_the_same() -> None:
    """With a squeeze that is not along the axes both sums have products of their own."""
    changes = {"matrices": {"squeeze_K": [[0.3, 0.1], [0.1, 1.0]], "squeeze_Q": [[0.5, 0.0], [0.0, 0.5]]}}
    made = run(TWO, {}, load_world("bride-and-ring", changes))
    assert not made.figure.worked
    said = {snapshot.beat.name: snapshot.beat.caption for snapshot in made.snapshots}
    assert "products" not in said["squeezed"]


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_both_pulls_are_bars_of_one_scale_and_the_largest_type(frame: str) -> None:
    figure = framed_run(TWO, frame).figure
    bars = figure.bars
    bars.draw(figure.numbers.forces.tolist())
    assert [bar.width / bars.unit for bar in bars.bars] == pytest.approx(figure.numbers.forces.tolist(), rel=1e-3)
    assert all(number.size > figure.style.sizes.head for number in figure.results[-1])
    for index, room in enumerate(bars.rooms):
        parts = (bars.names[index], bars.bars[index], figure.results[-1][index])
        assert all(room.left - 0.02 < box_of(part)[0] and box_of(part)[2] < room.right + 0.02 for part in parts)
        texts = [bars.names[index], figure.results[-1][index], bars.bars[index], bars.sums[-1][index]]
        assert not any(overlap(box_of(one), box_of(other)) for one, other in itertools.combinations(texts, 2))


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_icons_stand_at_their_own_tips_and_never_on_each_other(frame: str) -> None:
    figure = framed_run(TWO, frame).figure
    for keys, queries in figure.stages()[1:]:
        figure.lay(keys, queries)
        for arrows, tips in zip(figure.arrows, figure.tips, strict=True):
            for arrow, tip in zip(arrows, tips, strict=True):
                left, low, right, top = box_of(tip)
                x, y, _ = arrow.end
                away = math.hypot(max(left - x, 0.0, x - right), max(low - y, 0.0, y - top))
                assert 0 < away < 0.3
        boxes = [box_of(tip) for tips in figure.tips for tip in tips]
        assert not any(overlap(one, other) > 0.01 for one, other in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_each_pull_is_an_area_that_a_pencil_finds(frame: str) -> None:
    """Its sides are the key's shadow and the query's length, in one scale, and the number on it is their product."""
    figure = framed_run(TWO, frame).figure
    units = {area.unit for area in figure.areas}
    assert len(units) == 1
    for area, force, result in zip(figure.areas, figure.numbers.forces.tolist(), figure.results[-1], strict=True):
        assert area.glass.width * area.glass.height == pytest.approx(force * area.unit**2, rel=1e-3)
        numbers = [part for text in area.texts for part in text.get_family() if isinstance(part, Number)]
        shadow, length = (float(number.shown) for number in numbers if not isinstance(number, HeroNumber))
        assert format_number(shadow * length) == result.shown
        written = next(part for part in (*area.inside, *numbers) if isinstance(part, HeroNumber))
        assert written.shown == result.shown
        assert area.sides[0].width == pytest.approx(area.glass.width, rel=1e-3)
        assert area.sides[1].height == pytest.approx(area.glass.height, rel=1e-3)
    boxes = [box_of(part) for area in figure.areas for part in (area.glass, *area.texts)]
    boxes += [box_of(name) for name in figure.bars.roles]
    assert not any(overlap(one, other) for one, other in itertools.combinations(boxes, 2))
    seen = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert not any(id(bar) in seen for bar in figure.bars.bars)


def test_a_shadow_is_as_long_as_it_is_printed() -> None:
    figure = default_run(TWO).figure
    for shadow, (reach, _), puller in zip(figure.shadows, figure.numbers.factors.tolist(), (0, 1), strict=True):
        shadow.cast(figure.arrows[0][puller].end, figure.arrows[1][1 - puller].end)
        start, end = shadow.ends
        assert float(np.linalg.norm(end - start)) == pytest.approx(reach * figure.view.unit, rel=1e-4)


def test_the_strong_pulls_key_and_query_lie_on_one_line() -> None:
    figure = default_run(TWO).figure
    ways = [arrow.end - arrow.start for arrow in (figure.arrows[0][0], figure.arrows[1][1])]
    assert float(ways[0] @ ways[1]) > 0.999 * float(np.linalg.norm(ways[0]) * np.linalg.norm(ways[1]))


def test_spaces_that_grow_and_do_not_lean_end_there_and_are_not_said_to_shrink_pulls() -> None:
    """Both pulls are 0.8 · 2.0 + 2.0 · 1.2 = 4.00 with keys twice as wide and queries twice as high."""
    wide, high = [[2.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 2.0]]
    changes = {"matrices": {"W_K": wide, "W_Q": high, "squeeze_K": wide, "squeeze_Q": high}}
    made = run(TWO, {}, load_world("bride-and-ring", changes))
    said = {snapshot.beat.name: snapshot.beat.caption for snapshot in made.snapshots}
    assert list(said) == ["same", "squeezed"]
    assert said["squeezed"] == "In these two spaces the pulls are 4.00 and 4.00."


def test_without_a_right_angle_on_the_other_side_keys_lean_to_their_place_at_once() -> None:
    """W_K leans so little that the other side of it is no right angle either."""
    changes = {"matrices": {"W_K": [[0.3, 0.0], [0.1, 1.0]]}}
    made = run(TWO, {}, load_world("bride-and-ring", changes))
    assert torch.equal(made.figure.numbers.right_K, made.figure.numbers.squeeze_K)
    names = [snapshot.beat.name for snapshot in made.snapshots]
    assert names == ["same", "squeezed", "lean", "asymmetric"]
    assert made.snapshots[2].beat.caption.startswith("Now both spaces lean")


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_no_line_of_the_grid_runs_behind_matrices_and_bars(frame: str) -> None:
    figure = framed_run(TWO, frame).figure
    parts = [*figure.matrices, *figure.bars.roles, *(area.glass for area in figure.areas)]
    gaps = figure.ground.gaps
    for box in map(box_of, parts):
        covering = [gap for gap in gaps if gap[0] <= box[0] and gap[2] >= box[2]]
        assert any(gap[1] <= box[1] and gap[3] >= box[3] for gap in covering)


@pytest.mark.parametrize(
    ("given_", "changes", "message"),
    [
        ({"second": "bride"}, {}, "first and second must be two different words; got bride bride"),
        ({"first": "groom"}, {}, 'unknown word "groom" in first'),
        (
            {},
            {"vectors": {"ring": [2.0, -0.6]}},
            "a force is drawn as an arrow and must be above 0; bride pulls ring with −0.40",
        ),
        (
            {},
            {"matrices": {"squeeze_K": [[1.0], [1.0]]}},
            "[matrices].squeeze_K must be 2×2 in this figure; got 2×1",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(given_: dict, changes: dict, message: str) -> None:
    figure = load_figure(TWO)
    with pytest.raises(UserError) as error:
        figure.compute(figure.read_parameters(given_), load_world("bride-and-ring", changes))
    assert str(error.value) == message


def test_a_query_against_every_key_is_torchs_attention() -> None:
    figure = default_run(DOT).figure
    numbers, matrices = figure.numbers, figure.world.matrices
    x = torch.tensor([figure.world.vectors[word] for word in numbers.words])
    query, keys = x[-1] @ torch.tensor(matrices["W_Q"]), x @ torch.tensor(matrices["W_K"])
    scores = keys @ query
    assert torch.allclose(numbers.scores, scores, atol=1e-5)
    assert torch.allclose(numbers.weights, scores.exp() / scores.exp().sum(), atol=1e-6)
    assert torch.allclose(numbers.plain_weights, (x @ x[-1]).softmax(-1), atol=1e-6)
    assert float(numbers.back) == pytest.approx(float((x[3] @ torch.tensor(matrices["W_Q"])) @ keys[-1]), abs=1e-5)


def on_stage(figure, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the origin, independently of ``plane.place``."""
    return np.array(figure.view.origin) + figure.view.unit * row.numpy()


def test_query_and_keys_end_where_they_belong() -> None:
    figure = default_run(DOT).figure
    numbers = figure.numbers
    for word, key in zip(numbers.words, numbers.keys, strict=True):
        assert np.allclose(figure.arrows[word].end[:2], on_stage(figure, key), atol=1e-4)
        if word != figure.strongest:  # that one rises off the arrow which passes it
            away = figure.answering[word].at[:2] - on_stage(figure, key)
            assert np.linalg.norm(away) == pytest.approx(0.0 if word in figure.small else ICON_STEP, abs=1e-4)
    assert np.allclose(figure.query.end[:2], on_stage(figure, numbers.query), atol=1e-4)
    assert np.allclose(figure.other.end[:2], on_stage(figure, numbers.other_query), atol=1e-4)
    asking, other = figure.asking
    for token, row in ((asking, numbers.query), (other, numbers.other_query)):
        tip, origin = on_stage(figure, row), np.array(figure.view.origin)
        beyond = tip + ICON_STEP * (tip - origin) / np.linalg.norm(tip - origin)
        lifted = token.at[:2] - beyond
        assert lifted[0] == pytest.approx(0.0, abs=1e-4) and lifted[1] > -1e-4
        clear = float(token.mark.get_bottom()[1]) - origin[1]
        assert clear > 0, "an icon at the end of a flat arrow stands off the axis"
        assert lifted[1] < 1e-4 or clear < 0.1, "and no farther off than that"


TURNS = [(0.0, 0.0), (0.4, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0)]


@pytest.mark.parametrize(("turn", "stretch"), TURNS)
def test_a_query_turns_first_and_gets_its_length_then(turn: float, stretch: float) -> None:
    numbers, figure = default_run(DOT).figure.numbers, default_run(DOT).figure
    row = figure._turned(numbers.vector, numbers.query, turn, stretch)
    angles = [math.atan2(float(each[1]), float(each[0])) for each in (numbers.vector, row, numbers.query)]
    lengths = [float(each.norm()) for each in (numbers.vector, row, numbers.query)]
    assert angles[1] == pytest.approx(angles[0] + turn * (angles[2] - angles[0]), abs=1e-5)
    assert lengths[1] == pytest.approx(lengths[0] + stretch * (lengths[2] - lengths[0]), rel=1e-5)


@pytest.mark.parametrize(("turn", "stretch"), TURNS)
def test_shadows_strips_and_numbers_follow_the_query(turn: float, stretch: float) -> None:
    """A strip is as long as its key's shadow on the plane, all are as thick as the query is long: areas are answers."""
    figure = default_run(DOT).figure
    numbers, race = figure.numbers, figure.races[0]
    row = figure._turned(numbers.vector, numbers.query, turn, stretch)
    figure._follow(0, figure.query, figure.own, row)
    assert race.unit == pytest.approx(figure.view.unit), "one scale on the plane and in the race"
    length = math.hypot(*row.tolist())
    for place, index in enumerate(figure.both):
        product = float(numbers.keys[index] @ row)
        shadow, (left, low, right, top) = figure.shadows[0][place], box_of(race.bars[place])
        reach = np.linalg.norm(shadow.foot - figure.plane.origin)
        assert reach == pytest.approx(product / length * figure.view.unit, rel=1e-3)
        assert right - left == pytest.approx(reach, abs=2e-3)
        assert top - low == pytest.approx(length * race.thick, abs=2e-3)
        edge = box_of(race.edges[place])
        assert edge[2] == pytest.approx(left, abs=2e-3) and edge[3] - edge[1] == pytest.approx(top - low, abs=2e-3)
        shown = race.number_of(place, *(race.now[0][place], race.now[1]))
        assert shown.shown == format_number(product)
        assert float(shown.get_left()[0]) > right
    figure._follow(0, figure.query, figure.own, numbers.query)


@pytest.mark.parametrize("way", [0, 1])
def test_shadows_lie_on_the_side_of_their_keys_clear_of_the_query(way: int) -> None:
    figure = default_run(DOT).figure
    numbers, origin = figure.numbers, figure.plane.origin[:2]
    plain = (numbers.vector, numbers.vectors[numbers.strongest])[way]
    query = (numbers.query, numbers.other_query)[way]
    for share in (0.0, 0.5, 1.0):
        row = figure._turned(plain, query, share, share)
        figure._throw_all(way, row)
        along = row.numpy() / float(row.norm())
        left = np.array([-along[1], along[0]])
        for index in figure.thrown[way]:
            shadow, key = figure.shadows[way][index], numbers.keys[figure.both[index]].numpy()
            corners = np.array(shadow.slab.get_anchors())[:, :2] - origin
            assert (corners @ along).min() > -1e-6
            assert (corners @ along).max() == pytest.approx(np.linalg.norm(shadow.foot[:2] - origin), abs=1e-4)
            aside = corners @ left * math.copysign(1.0, float(key @ left))
            assert aside.min() > figure.query.shaft_width / 2
    figure._throw_all(way, query)


def test_only_the_first_words_shadow_is_thrown_on_the_other_query_beyond_the_arrow_between() -> None:
    figure = default_run(DOT).figure
    assert figure.thrown == [[0, 1], [1]]
    strongest = figure.arrows[figure.strongest]
    corners = [tuple(each[:2]) for each in figure.shadows[1][1].slab.get_anchors()]
    box = (*(min(each) for each in zip(*corners, strict=True)), *(max(each) for each in zip(*corners, strict=True)))
    assert not inside_length((tuple(strongest.start[:2]), tuple(strongest.end[:2])), box)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_each_answer_is_its_shadow_times_the_querys_length_as_printed(frame: str) -> None:
    figure = framed_run(DOT, frame).figure
    for race, rows, scores in zip(figure.races, figure.factors, ((5.24, 4.71), (4.35, 2.28)), strict=True):
        assert len(rows) == 2
        printed = [printed_numbers(row) for row in rows]
        assert [f"{shadow * length:.2f}" for shadow, length in printed] == [f"{score:.2f}" for score in scores]
        assert printed[0][1] == printed[1][1], "there is one query"
        for row, other in itertools.product(rows, [*race.bars, *race.numbers, *race.marks]):
            assert overlap(box_of(row), box_of(other)) == 0
        assert max(float(row.get_right()[0]) for row in rows) <= figure.view.record.right + 1e-6


def test_bars_below_the_plane_have_the_areas_of_the_strips() -> None:
    figure = default_run(DOT).figure
    race = figure.races[0]
    for index, corners in enumerate(figure._equal_areas()):
        (left, top, _), (_, low, _), (right, _, _), _ = corners
        strip = race.bars[index]
        assert (right - left) * (top - low) == pytest.approx(float(strip.width * strip.height), rel=1e-3)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_weights_stand_below_their_pieces_and_make_one(frame: str) -> None:
    figure = framed_run(DOT, frame).figure
    (said,), lane = figure.said, figure.lanes[0]
    weights = [float(number.shown) for number in said.numbers]
    assert weights == [0.63, 0.37] and printed_numbers(said.one) == [sum(weights)]
    assert [f"{power / 300:.2f}" for power in (190, 110)] == [number.shown for number in said.numbers]
    texts = [*([said.over] if len(said.over) else []), *said.terms, said.one]
    assert [overlap(box_of(one), box_of(other)) for one, other in itertools.pairwise(texts)] == [0] * (len(texts) - 1)
    assert all(float(text.get_top()[1]) < float(lane.rail.get_bottom()[1]) for text in texts)
    assert float(said.one.get_right()[0]) <= figure.stage.safe.right + 1e-6


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1"])
def test_bars_that_grow_to_powers_are_in_two_rows_and_no_text_leaves_the_frame(frame: str) -> None:
    figure = framed_run(DOT, frame).figure
    upper, lower = (figure._row_of(index, 1.0) for index in range(2))
    assert min(corner[1] for corner in upper) > max(corner[1] for corner in lower)
    assert upper[0][0] == lower[0][0] == figure.lanes[0].ends[0], "from one line"


def test_the_light_is_on_the_key_that_answers_best() -> None:
    figure = default_run(DOT).figure
    for scores, lit in (((2.62, 4.10), 1), ((5.24, 4.71), 0)):
        figure._light(scores)
        seen = [float(glow[0].get_fill_opacity()) for glow in figure.glows]
        assert seen[lit] == pytest.approx(figure.peaks[lit]) and seen[1 - lit] == 0.0


def test_on_the_way_another_key_is_hit_best() -> None:
    """The turn alone does it: apple's own key led with 4.10 against 2.62."""
    figure = default_run(DOT).figure
    numbers = figure.numbers
    before = numbers.keys @ numbers.vector
    turned = numbers.keys @ figure._turned(numbers.vector, numbers.query, 1.0, 0.0)
    assert int(before.argmax()) == numbers.position
    assert int(turned.argmax()) == int(numbers.scores.argmax()) == numbers.strongest
    assert figure.beats[2].caption.endswith("now “banana” has the longest shadow, the largest answer.")


def test_both_races_have_one_scale() -> None:
    figure = default_run(DOT).figure
    first, second = figure.races
    assert (first.unit, first.thick, first.at_zero) == (second.unit, second.thick, second.at_zero)
    for race, scores in zip(figure.races, ((5.24, 4.71), (4.35, 2.28)), strict=True):
        assert [number.value for number in race.numbers] == pytest.approx(scores, abs=5e-3)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_both_words_are_moved_by_the_others_weight_as_a_share_of_the_way_to_it(frame: str) -> None:
    figure = framed_run(DOT, frame).figure
    numbers = figure.numbers
    assert numbers.forces.tolist() == pytest.approx([5.24, 2.28], abs=5e-3)
    for lane, weight in zip(figure.pulls, numbers.both_weights.tolist(), strict=True):
        rider, ghost, puller = (float(each.get_x()) for each in (lane.rider, lane.ghost, lane.puller))
        assert (rider - ghost) / (puller - ghost) == pytest.approx(weight, abs=0.02)
        left, _, right, _ = (float(corner[0]) for corner in lane.corners(0))
        assert right - left == pytest.approx(weight * lane.length, rel=1e-3)
        assert float(lane.number.shown) == pytest.approx(weight, abs=5e-3)
        shares = [float(corner[2][0] - corner[0][0]) for corner in map(lane.corners, range(len(lane.pieces)))]
        assert sum(shares) == pytest.approx(lane.length, rel=2e-3), "the strip fills the rail"
    one, other = figure.pulls
    assert one.ends == other.ends and one.scale == other.scale > 1.0
    boxes = [[box_of(part) for part in (*lane.marks[:1], *lane.marks[2:], *lane.notes)] for lane in figure.pulls]
    assert not any(overlap(box, another) for box in boxes[0] for another in boxes[1])


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_in_the_end_both_pulls_have_the_stage_alone(frame: str) -> None:
    figure = framed_run(DOT, frame).figure
    seen = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    for lane in figure.pulls:
        assert all(id(part.get_family()[-1]) in seen for part in lane.told)
    others = [figure.query.body, figure.other.body, *(arrow.body for arrow in figure.arrows.values())]
    others += [*figure.plane.names, *figure.plane.numbers, *(work.result for work in figure.works)]
    others += [part for lane in (*figure.elsewhere, *figure.lanes) for part in lane.told]
    others += [part for race in figure.races for part in race.settled]
    assert not any(id(part) in seen for part in others)


def test_while_the_other_word_asks_the_icon_of_its_key_is_clear_of_its_arrow() -> None:
    figure = default_run(DOT).figure
    own, (tip, start) = figure.answering[figure.strongest], (figure.other.end, figure.other.start)
    ray = (tuple(start[:2]), tuple(tip[:2]))
    others = [part for each in (figure.asking[1], figure.answering[figure.word]) for part in (each.mark, each.label)]
    for part in (own.mark, own.label):
        assert not inside_length(ray, box_of(part))
        assert not any(overlap(box_of(part), box_of(other)) for other in others)


def said_in(beat: str) -> list[VMobject]:
    """Return the texts that are seen at the end of a beat of the figure of queries and keys."""
    (snapshot,) = (each for each in default_run(DOT).snapshots if each.beat.name == beat)
    return [text.mobject for text in snapshot.texts]


def printed_numbers(text) -> list[float]:
    """Return the numbers in a text, from the left, as they are printed."""
    return [float(piece.shown) for piece in text.get_family() if isinstance(piece, Number)]


def test_each_pull_is_a_piece_of_its_own_row_as_it_is_printed() -> None:
    """A pencil finds each power, their sum, and the weight, which is one piece's share of the whole row."""
    figure = default_run(DOT).figure
    numbers = figure.numbers
    rows = ((numbers.query, -1, 300), (numbers.other_query, 1, 92.2))
    lanes = (figure.lanes[0], figure.pulls[1])
    for lane, (query, digits, whole) in zip(lanes, rows, strict=True):
        exact = (numbers.keys @ query).exp()
        *powers, (others,) = (printed_numbers(text) for text in lane.texts)
        (total,) = printed_numbers(lane.total)
        assert [round(math.exp(score), digits) for score, _ in powers] == [power for _, power in powers]
        assert others + sum(power for _, power in powers) == pytest.approx(total) == whole
        assert round(float(exact.sum()), digits) == total
        assert f"{powers[0][1] / total:.2f}" == lane.number.shown
    # The exponents are the scores of both races.
    for lane, race, order in zip(lanes, figure.races, ((0, 1), (1, 0)), strict=True):
        printed = [printed_numbers(text)[0] for text in lane.texts[:2]]
        assert printed == [float(race.numbers[index].shown) for index in order]


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_weights_are_fractions_that_stay_beside_their_ways(frame: str) -> None:
    """In the end a pencil finds both weights, clear of the words and of where these have gone."""
    figure = framed_run(DOT, frame).figure
    seen = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert [printed_numbers(lane.fraction) for lane in figure.pulls] == [[190, 300], [9.8, 92.2]]
    for lane in figure.pulls:
        power, total = printed_numbers(lane.fraction)
        assert f"{power / total:.2f}" == lane.number.shown
        assert all(id(part) in seen for part in lane.fraction)
        marks = (lane.rider, lane.puller, lane.ghost, lane.rail, lane.name, lane.number)
        assert not any(overlap(box_of(lane.fraction), box_of(mark)) for mark in marks)


def test_the_others_power_is_a_sum_that_a_pencil_finds() -> None:
    figure = default_run(DOT).figure
    (terms,) = figure.terms
    numbers = figure.numbers
    exact = sorted(((numbers.keys @ numbers.other_query).exp()[figure.idle]).tolist(), reverse=True)
    printed = printed_numbers(terms)
    assert printed == [round(power, 1) for power in exact]
    assert sum(printed) == pytest.approx(printed_numbers(figure.pulls[1].texts[2])[0]) == 4.9
    assert not any(overlap(box_of(terms), box_of(text)) for text in figure.pulls[1].texts)


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_a_pull_that_gets_large_keeps_its_word_where_it_has_come(share: float) -> None:
    figure = default_run(DOT).figure
    small, large = figure._lanes(figure.low)[0], figure.pulls[0]
    (live, *_) = figure._swelling(small, large)
    live.move_to_share(share)
    rider, ghost, puller = (float(each.get_x()) for each in (small.rider, small.ghost, small.puller))
    assert (rider - ghost) / (puller - ghost) == pytest.approx(float(figure.numbers.both_weights[0]), abs=0.02)


def test_what_w_q_makes_becomes_the_factors_of_the_product() -> None:
    figure = default_run(DOT).figure
    numbers = figure.numbers
    seen = {id(text) for text in said_in("ask-back")}
    made, work = figure.asked[1][1][0][1], figure.works[2]
    factors = [float(query.shown) for query, _ in work.factors]
    assert factors == pytest.approx((numbers.vectors[numbers.strongest] @ numbers.W_Q).tolist())
    assert id(work.result) in seen
    assert not any(id(number) in seen for row in made.numbers for number in row), "the matrix has left"


def test_worked_products_add_up_to_the_bars_they_explain() -> None:
    figure = default_run(DOT).figure
    numbers = figure.numbers
    expected = (float(numbers.plain_scores[numbers.position]), *numbers.forces.tolist())
    for work, value in zip(figure.works, expected, strict=True):
        assert work.result.value == pytest.approx(value)
        printed = sum(float(one.shown) * float(other.shown) for one, other in work.factors)
        assert f"{printed:.2f}" == work.result.shown


def test_rows_without_true_sums_are_pulls_without_powers() -> None:
    figure = run(DOT, {"scaled": True}).figure
    lanes = [*figure.lanes, *figure.pulls]
    assert all(not lane.texts and not len(lane.total) and lane.fraction is None for lane in lanes)
    weights = figure.numbers.both_weights.tolist()
    assert [lane.number.value for lane in figure.pulls] == pytest.approx(weights)


def test_equal_pulls_are_not_said_to_be_weaker() -> None:
    """Of two words with mirrored vectors, both pull alike by these."""
    same = [[1.0, 0.0], [0.0, 1.0]]
    changes = {"matrices": {"W_K": same, "W_Q": same}, "vectors": {"apple": [1.0, 2.0], "banana": [2.0, 1.0]}}
    made = run(DOT, {"phrase": "apple banana"}, load_world("article", changes))
    there, back = made.figure.numbers.both_weights.tolist()
    assert there == pytest.approx(back)
    assert "the first pull is" in made.snapshots[-1].beat.caption
    assert made.figure.foot_line.says == "Each pull has a row of its own"


def test_words_below_the_axis_leave_room_for_both_pulls() -> None:
    figure = run(DOT, {}, load_world("article", {"vectors": {"banana": [2.4, -1.4]}})).figure
    places = [on_stage(figure, row) for row in (*figure.numbers.keys, figure.numbers.query, figure.numbers.other_query)]
    assert min(place[1] for place in places) > figure.low.top


def test_rounded_powers_are_about_and_not_equal_to_what_they_are_powers_of() -> None:
    """e^2.30 is 9.97, which is printed as 10."""
    text = power_text(torch.tensor(2.3), torch.tensor(10.0), 1.0, "#000000", 20.0)
    (sign,) = (piece for piece in text.get_family() if isinstance(piece, Math) and piece is not text[1][0][0])
    about, equal = (len(Math(each, size=20.0)[0].points) for each in ("approx", "="))
    assert len(sign[0].points) == about != equal


def test_idle_arrows_are_thinner_and_leave_before_the_powers_come() -> None:
    figure = default_run(DOT).figure
    assert figure.arrows["ate"].shaft_width < figure.arrows["banana"].shaft_width
    seen = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert not any(id(figure.arrows[word].body) in seen for word in ("I", "ate", "a", "and", "an"))


def test_the_claim_of_asymmetry_is_false_of_squeezes_alone() -> None:
    changes = {"matrices": {"W_K": [[0.3, 0.0], [0.0, 1.0]], "W_Q": [[1.0, 0.0], [0.0, 0.3]]}}
    figure, world = load_figure(FORCES), load_world("bride-and-ring", changes)
    (claim,) = claims_of(FORCES)
    assert not claim.measure(figure.compute(figure.Parameters(), world), world).holds
