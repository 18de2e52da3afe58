"""Layout by content: things keep their sizes where there is room, one gap apart, and never leave their region."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import DL, UR, Rectangle, VGroup, VMobject

from scenes.layout import beside, stack
from scenes.parts.bars.word_bars import Bars
from scenes.parts.ledger import MOST_ROWS, Ledger
from scenes.parts.plane.plane import Plane
from scenes.parts.stage_text import FootLine, HeaderPhrase
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import Label
from scenes.stage import Region, Stage
from scenes.style import DARK

SIZES = st.floats(0.2, 6.0)
ROOM = Region(-3.0, 4.0, -2.0, 2.5)


class Panel(Rectangle):
    """A part that fills the room it is given, up to a size."""

    def __init__(self, most: float) -> None:
        super().__init__()
        self.most = most

    def fill(self, region: Region) -> float:
        side = min(self.most, region.width, region.height)
        self.stretch_to_fit_width(side).stretch_to_fit_height(side).move_to(region.centre)
        return side / self.most


def inside(mobject: VMobject, room: Region, by: float = 1e-6) -> bool:
    (left, bottom, _), (right, top, _) = mobject.get_corner(DL), mobject.get_corner(UR)
    across = room.left - by <= left and right <= room.right + by
    return bool(across and room.bottom - by <= bottom and top <= room.top + by)


@settings(deadline=None)
@given(st.lists(st.tuples(SIZES, SIZES), min_size=1, max_size=4), st.floats(0.0, 0.5), st.booleans())
def test_things_are_one_gap_apart_in_the_middle_of_their_room(sizes: list, gap: float, across: bool) -> None:
    things = [Rectangle(width=width, height=height) for width, height in sizes]
    scale = (beside if across else stack)(*things, gap=gap).place(ROOM, 9.9)
    assert all(inside(thing, ROOM) for thing in things)
    assert VGroup(*things).get_center() == pytest.approx(ROOM.centre, abs=1e-6)
    for first, second in zip(things, things[1:], strict=False):
        apart = second.get_left()[0] - first.get_right()[0] if across else first.get_bottom()[1] - second.get_top()[1]
        assert apart == pytest.approx(gap, abs=1e-6)
    length, room = (0, ROOM.width) if across else (1, ROOM.height)
    roomy = sum(size[length] for size in sizes) + gap * (len(sizes) - 1) <= room
    roomy &= all(width <= ROOM.width and height <= ROOM.height for width, height in sizes)
    assert scale == 1.0 if roomy else scale < 1.0
    assert [thing.width / width for thing, (width, _) in zip(things, sizes, strict=True)] == pytest.approx(
        [thing.height / height for thing, (_, height) in zip(things, sizes, strict=True)]
    )


def test_a_part_takes_the_room_that_is_left() -> None:
    label, panel = Rectangle(width=2.0, height=0.5), Panel(9.0)
    assert stack(label, panel, gap=0.5).place(ROOM, 0.0) == pytest.approx(3.5 / 9.0)
    assert (label.width, label.height) == pytest.approx((2.0, 0.5))
    assert panel.height == pytest.approx(ROOM.height - 1.0)


def test_layouts_lie_in_each_other() -> None:
    a, b, c = (Rectangle(width=1.0, height=1.0) for _ in range(3))
    beside(a, stack(b, c, gap=0.2), gap=0.4).place(ROOM, 0.0)
    assert b.get_x() == pytest.approx(c.get_x())
    assert b.get_left()[0] - a.get_right()[0] == pytest.approx(0.4)
    assert a.get_y() == pytest.approx((b.get_y() + c.get_y()) / 2)


def test_a_text_that_shrinks_knows_its_size_and_grows_back() -> None:
    label = Label("a rather long text that has to shrink", size=40)
    wide, natural = label.width, label.cap_height
    layout = beside(label)
    scale = layout.place(Region(-1.0, 1.0, -1.0, 1.0), 0.0)
    assert label.size == pytest.approx(40 * scale) and label.cap_height == pytest.approx(natural * scale)
    assert scale == pytest.approx(2.0 / wide)
    layout.place(Region(-9.0, 9.0, -1.0, 1.0), 0.0)
    assert label.size == pytest.approx(40) and label.width == pytest.approx(wide)


def test_parts_of_one_figure_stand_beside_each_other() -> None:
    vectors = {"banana": torch.tensor([2.4, 0.2]), "phone": torch.tensor([0.2, 2.4])}
    colors = dict.fromkeys(vectors, DARK.ink)
    plane, other = Plane(vectors, colors, ("fruit", "tech")), Plane(vectors, colors)
    bars = Bars(list(vectors), torch.tensor([1.5, -0.5]), list(colors.values()))
    matrix = Matrix(torch.eye(2))
    room = Region(-6.5, 6.5, -3.0, 3.0)
    assert 0 < beside(plane, stack(bars, matrix), other).place(room, 0.5) <= 1
    for part in (plane, other, bars, matrix):
        assert inside(part, room, 0.02)
    for drawn in (plane, other):
        for word, vector in vectors.items():
            assert drawn.words[word].point == pytest.approx(drawn.place(vector), abs=1e-6)
    assert bars.bars[0].width == pytest.approx(3 * bars.bars[1].width)
    assert plane.get_right()[0] < bars.get_left()[0] < bars.get_right()[0] < other.get_left()[0]


def test_a_plane_has_no_places_before_it_has_room() -> None:
    plane = Plane({"pear": torch.tensor([1.4, 1.0])}, {"pear": DARK.ink})
    with pytest.raises(ValueError) as error:
        plane.place(torch.zeros(2))
    assert str(error.value) == "a plane has no places before Figure.arrange has given it a region"


def test_a_ledger_files_rows_below_each_other_and_has_seven() -> None:
    ledger = Ledger("pulls")
    ledger.fill(Region(3.8, 6.6, -2.9, 2.7))
    rows = [ledger.file(f"row {index}", index / 7) for index in range(MOST_ROWS)]
    assert [row.number.value for row in rows] == [index / 7 for index in range(MOST_ROWS)]
    assert {round(a.number.baseline - b.number.baseline, 6) for a, b in zip(rows, rows[1:], strict=False)} == {0.64}
    assert all(row.number.get_right()[0] == pytest.approx(6.6) for row in rows)
    assert inside(ledger, Region(3.8, 6.6, -2.9, 2.7))
    with pytest.raises(ValueError) as error:
        ledger.file("one more", 1.0)
    assert str(error.value) == "a ledger has 7 rows at most; fold what is more into one row"


@pytest.mark.parametrize("pixels", [(1280, 720), (960, 720), (720, 720), (720, 1280)])
def test_what_is_arranged_keeps_off_header_and_foot(pixels: tuple[int, int]) -> None:
    stage = Stage.for_pixels(*pixels)
    header = HeaderPhrase(["apple", "banana"], [DARK.ink] * 2, stage, stage.plane_view)
    foot = FootLine("A quiet line of eight words, wide enough everywhere.", stage, stage.plane_view)
    assert stage.below_header.top < header.get_bottom()[1] and stage.above_foot.top == stage.safe.top
    assert foot.get_top()[1] < stage.below_header.bottom == stage.above_foot.bottom
    assert inside(foot, Region(-stage.width / 2, stage.width / 2, -stage.height / 2, stage.height / 2), -0.15)
