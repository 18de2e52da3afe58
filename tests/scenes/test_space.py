"""Parts that matrices move: the matrix itself, transformed space, arrows between new ends."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import Dot

from scenes.errors import UserError
from scenes.motion.move import Carry
from scenes.parameters import world_matrix
from scenes.parts.geometry import point
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.labels import clip
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import WordPlane, words_on_plane
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.typeset import baseline_of
from scenes.stage import Region
from scenes.worlds import load_world

ROWS = {"near": torch.tensor([0.5, 1.5]), "far": torch.tensor([3.0, -1.0])}
LEAN = torch.tensor([[1.1, 0.7], [-0.7, 0.4]])
SQUEEZE = torch.tensor([[0.8, 0.6], [0.6, 0.8]])
NUMBER = st.floats(-3, 3, allow_nan=False)


def plane() -> WordPlane:
    rows = torch.stack([*ROWS.values()])
    return WordPlane(Region(-4, 3, -3, 3), torch.cat([rows, rows @ LEAN, rows @ SQUEEZE]), ())


def space(*, basis: bool = False) -> Space:
    made = Space(plane(), basis=["#ffffff", "#dddddd"] if basis else None)
    made.put_words(words_on_plane(made.plane, ROWS, dict.fromkeys(ROWS, "#ffffff")), ROWS)
    made.set_labels()
    return made


def at(plane: WordPlane, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the panel's corner, independently of ``plane.place``."""
    corner = np.array([plane.panel.left, plane.panel.bottom])
    low = np.array([plane.spans[0][0], plane.spans[1][0]])
    return corner + plane.unit * (row.numpy() - low)


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
    within = (along > np.array(box[:2]) + 1e-9).all(axis=1) & (along < np.array(box[2:]) - 1e-9).all(axis=1)
    if inside is None:
        assert within.sum() <= 1
        return
    ends = np.array(inside)
    assert (ends >= np.array(box[:2]) - 1e-9).all() and (ends <= np.array(box[2:]) + 1e-9).all()
    length = np.hypot(end_x - x, end_y - y)
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(within.mean() * length, abs=0.02 * length + 1e-6)


@settings(max_examples=25)
@given(NUMBER, NUMBER, NUMBER, NUMBER)
def test_a_carried_grid_stays_in_its_panel(a: float, b: float, c: float, d: float) -> None:
    carried = Space(plane())
    carried.carry(torch.tensor([[a, b], [c, d]]))
    left, bottom, right, top = carried.plane.bounds
    for line in (*carried.grid, *carried.axes):
        if len(line.points):
            assert left - 1e-6 <= line.points[:, 0].min() and line.points[:, 0].max() <= right + 1e-6
            assert bottom - 1e-6 <= line.points[:, 1].min() and line.points[:, 1].max() <= top + 1e-6


def test_a_grid_has_few_lines_however_far_it_reaches() -> None:
    for size in (0.5, 3.0, 40.0, 9000.0):
        wide = Space(WordPlane(Region(-4, 4, -3, 3), torch.tensor([[size, -size]]), ()))
        assert 8 <= len(wide.grid) + 2 <= 40


def test_everything_comes_from_the_matrix() -> None:
    carried = space(basis=True)
    mark = Dot()
    carried.put_mark(mark, torch.tensor([2.0, 0.5]))
    rows = (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))
    arrow = carried.put_arrow(Arrow(point(), point(1), "#ffffff"), rows[0], rows[1])
    for matrix in (SQUEEZE, LEAN):
        carried.carry(matrix)
        for word, _ in carried._words:
            assert np.allclose(word.point[:2], at(carried.plane, ROWS[word.word] @ matrix), atol=1e-5)
        assert np.allclose(mark.get_center()[:2], at(carried.plane, torch.tensor([2.0, 0.5]) @ matrix), atol=1e-5)
        start, end = arrow.segment
        assert np.allclose(start[:2], at(carried.plane, rows[1] @ matrix), atol=1e-5)
        assert np.allclose(end[:2], at(carried.plane, rows[0] @ matrix), atol=1e-5)
        for unit, row in zip(carried.basis, matrix, strict=True):
            assert np.allclose(unit.segment[1][:2], at(carried.plane, row), atol=1e-5)
        across = carried.axes[0]
        way = across.get_end() - across.get_start()
        assert abs(way[0] * float(matrix[0, 1]) - way[1] * float(matrix[0, 0])) < 1e-4


def test_carrying_goes_straight_from_matrix_to_matrix() -> None:
    carried = space()
    ends = carried.labels_at(LEAN)
    begins = carried.labels()
    motion = Carry(carried, LEAN, ends, rate_func=lambda share: share)
    motion.begin()
    for share in (0.0, 0.25, 1.0):
        motion.interpolate(share)
        assert torch.allclose(carried.matrix, torch.lerp(torch.eye(2), LEAN, share))
        for now, begin, end in zip(carried.labels(), begins, ends, strict=True):
            assert np.allclose(now, begin + share * (end - begin), atol=1e-6)
    motion.finish()
    assert torch.equal(carried.matrix, LEAN)


def test_asking_where_labels_go_moves_nothing() -> None:
    carried = space()
    before = [(word.point, word.label.get_center()) for word, _ in carried._words]
    carried.labels_at(SQUEEZE)
    after = [(word.point, word.label.get_center()) for word, _ in carried._words]
    assert np.allclose(before, after)
    assert torch.equal(carried.matrix, torch.eye(2))


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
