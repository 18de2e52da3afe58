"""The figures that transform the embeddings draw what they compute."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from scenes.article.transforming.walk import Walk
from scenes.parts.plane.boxes import around
from scenes.parts.plane.labels import overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.worlds import load_world
from tests.scenes.harness import compute, default_run, framed_run, message, run, vectors

APPLY, AXES = "attention-apply-transformation", "attention-transform-axes"


def test_every_word_is_times_the_matrix() -> None:
    world, numbers = load_world("article"), compute(APPLY)
    M = torch.tensor(world.matrices["M"])
    assert set(numbers.words) == {"apple", "banana", "pear", "orange", "phone", "laptop", "tablet"}
    assert torch.allclose(numbers.transformed, torch.einsum("ni,ij->nj", vectors(world, numbers.words), M))
    assert numbers.words[numbers.first] == "apple"
    assert torch.allclose(numbers.products, torch.diag(numbers.vectors[numbers.first]) @ M)


def places(figure: Any, rows: torch.Tensor) -> list[list[float]]:
    return [figure.plane.place(row).tolist() for row in rows]


def test_words_end_where_the_matrix_takes_them() -> None:
    figure = default_run(APPLY).figure
    numbers = figure.numbers
    for word, end in zip(numbers.words, places(figure, numbers.transformed), strict=True):
        assert figure.words[word].at == pytest.approx(end, abs=1e-5)


def test_the_card_leads_to_the_word_before_the_matrix_and_after_it() -> None:
    made = default_run(APPLY)
    figure, numbers = made.figure, made.figure.numbers
    ends = [snapshot.beat.name for snapshot in made.snapshots]
    assert ends == ["card", "walk", "turn", "again", "all", "sum"]
    first, second = figure.walks
    assert first.start == pytest.approx(figure.plane.origin) and second.start == pytest.approx(first.end, abs=1e-5)
    assert first.end == pytest.approx(figure.plane.place(numbers.products[0]), abs=1e-5)
    assert second.end == pytest.approx(figure.hero.at, abs=1e-5)
    assert [walk.count for walk in figure.walks] == numbers.vectors[numbers.first].tolist()
    ghost = figure.plane.place(numbers.vectors[numbers.first])
    assert np.linalg.norm(figure.ghost.get_center() - ghost) < 0.1


def test_the_card_never_changes_and_gives_way_to_another_words_for_a_while() -> None:
    made = default_run(APPLY)
    record, numbers = made.figure.record, made.figure.numbers
    cards = [[piece for piece in card.get_family() if isinstance(piece, Number)] for card in
             (record.card, record.other_card)]  # fmt: skip
    for card, index in zip(cards, (numbers.first, numbers.second), strict=True):
        assert [number.value for number in card] == numbers.vectors[index].tolist()
    for snapshot in made.snapshots:
        seen = {id(text.mobject) for text in snapshot.texts}
        for card, there in zip(cards, (snapshot.beat.name != "all", snapshot.beat.name == "all"), strict=True):
            assert [id(number) in seen for number in card] == [there] * 2


def test_the_arrows_are_the_rows_of_the_matrix_in_place_and_colour() -> None:
    figure = default_run(APPLY).figure
    matrix, rows = figure.numbers.matrix, figure.record.matrix.numbers
    lines = zip(figure.units, places(figure, matrix), matrix.tolist(), rows, figure.tips, figure.inks, strict=True)
    for unit, end, values, row, tip, ink in lines:
        assert unit.start == pytest.approx(figure.plane.origin) and unit.end == pytest.approx(end, abs=1e-5)
        beside = [piece for piece in tip.get_family() if isinstance(piece, Number)]
        assert [number.value for number in row] == [number.value for number in beside] == values
        assert {number.get_color().to_hex() for number in (*row, *beside)} == {ink.upper()}


def test_the_names_of_the_axes_leave_with_the_arrows() -> None:
    made = default_run(APPLY)
    for name in made.figure.numbers.axes:
        assert [name in {text.says for text in snapshot.texts} for snapshot in made.snapshots] == [True] * 2 + [
            False
        ] * 4


def test_the_other_card_is_the_one_of_the_nearest_word_and_leads_to_its_new_place() -> None:
    figure = default_run(APPLY).figure
    numbers = figure.numbers
    away = [float((row - numbers.transformed[numbers.first]).norm()) for row in numbers.vectors]
    away[numbers.first] = float("inf")
    assert numbers.words[numbers.second] == "phone" == numbers.words[away.index(min(away))]
    first, second = figure.other_walks
    corner = numbers.vectors[numbers.second, 0] * numbers.matrix[0]
    assert first.start == pytest.approx(figure.plane.origin)
    assert second.start == pytest.approx(figure.plane.place(corner), abs=1e-5)
    assert second.end == pytest.approx(figure.words["phone"].at, abs=1e-5)


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_names_stand_by_their_words(frame: str) -> None:
    figure = framed_run(APPLY, frame).figure
    for token in figure.words.values():
        if token.offset is not None:
            assert np.hypot(*token.offset) < 1.0
            assert token.name_text.get_center()[:2] == pytest.approx(token.at[:2] + token.offset, abs=0.01)
    named = [word for word, token in figure.words.items() if token.offset is not None]
    assert len(named) >= 5 and "apple" in named


def test_a_walk_has_whole_steps_and_the_rest_of_one() -> None:
    walk = Walk(-2.5, "#ffffff").lay(np.zeros(3), np.array([1.0, 0.0, 0.0]))
    assert [float(arrow.end[0]) for arrow in walk.arrows] == [-1.0, -2.0, -2.5]
    walk.lay(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.6)
    assert float(walk.arrows[1].end[0]) == pytest.approx(-1.5) and not len(walk.arrows[2].body.points)
    assert len(Walk(31.0, "#ffffff").arrows) == 1 and not Walk(0.0, "#ffffff").arrows


def test_a_pencil_agrees_with_the_record() -> None:
    figure, numbers = default_run(APPLY).figure, compute(APPLY)
    record = figure.record

    def read(texts: Any) -> list[Fraction]:
        return [Fraction(text.shown.replace("\u2212", "-")) for text in texts]

    counts = [piece for piece in record.card.get_family() if isinstance(piece, Number)]
    assert read(counts) == read(count.number for count in record.counts)
    total = [Fraction(0), Fraction(0)]
    for count, row, product in zip(read(counts), record.matrix.numbers, record.products, strict=True):
        assert [count * each for each in read(row)] == read(product.numbers)
        total = [one + other for one, other in zip(total, read(product.numbers), strict=True)]
    assert total == read(record.total.numbers) == read(foot[1] for foot in figure.feet)
    assert [float(each) for each in total] == pytest.approx(numbers.transformed[numbers.first].tolist(), abs=0.005)


def test_another_word_and_another_matrix() -> None:
    world = load_world("article", {"matrices": {"M": [[0.0, 1.0], [1.0, 0.0]]}})
    figure = run(APPLY, {"word": "phone"}, world).figure
    assert figure.numbers.words[figure.numbers.first] == "phone"
    assert torch.equal(figure.numbers.transformed, figure.numbers.vectors.flip(-1))
    phone = figure.words["phone"]
    assert phone.at == pytest.approx(figure.plane.place(torch.tensor([2.4, 0.2])))


def test_what_cannot_be_transformed() -> None:
    words = "banana, pear, orange, phone, laptop, tablet, apple"
    assert message(APPLY, word="ate") == f'word must be one of the families\' or the subject ({words}); got "ate"'
    assert message(APPLY, load_world("random")).startswith("this figure needs [matrices].M (2×2) in the world")
    alone = load_world("article").model_copy(update={"families": {}})
    expected = "this figure shows the words of the families and the subject; the world has 1"
    assert message(APPLY, alone) == expected


def test_a_vector_keeps_its_numbers_along_the_new_axes() -> None:
    numbers = compute(AXES)
    assert numbers.vector.tolist() == [1.0, 2.0]
    along = torch.linalg.solve(numbers.matrix.T, numbers.transformed)
    assert torch.allclose(along, numbers.vector, atol=1e-6)
    assert torch.allclose(numbers.steps, torch.stack([numbers.matrix[0], 2 * numbers.matrix[1]]))


def test_the_streets_are_turned_by_the_matrix_and_the_note_still_leads_to_the_door() -> None:
    figure = default_run(AXES).figure
    numbers, plane = figure.numbers, figure.plane
    for unit, row in zip(figure.units, places(figure, numbers.matrix), strict=True):
        assert unit.start == pytest.approx(plane.origin) and unit.end == pytest.approx(row, abs=1e-5)
    steps = [step for walk in figure.walks for step in walk.arrows]
    ends = torch.stack([numbers.matrix[0], numbers.matrix[0] + numbers.matrix[1], numbers.transformed])
    for step, end in zip(steps, places(figure, ends), strict=True):
        assert step.end == pytest.approx(end, abs=1e-5)
    door = plane.place(numbers.transformed)
    assert figure.traveller.at == pytest.approx(door, abs=1e-5)
    left, low, right, _ = box_of(figure.house)
    assert ((left + right) / 2, low) == pytest.approx(door[:2], abs=0.02)
    left, low, right, _ = box_of(figure.hollow)
    assert ((left + right) / 2, low) == pytest.approx(plane.place(numbers.vector)[:2], abs=0.02)
    for row, lines in zip(numbers.matrix, figure.grid.sides, strict=True):
        for line in (part.points for part in lines if len(part.points)):
            way, along = line[3] - line[0], plane.place(row) - plane.origin
            assert np.cross(way, along)[2] == pytest.approx(0.0, abs=1e-3)


def test_the_note_is_the_same_before_the_matrix_and_after_it() -> None:
    made = default_run(AXES)
    counts = {str(int(count)) for count in made.figure.numbers.vector}
    seen = [[number.mobject for number in snapshot.texts if number.says in counts] for snapshot in made.snapshots]
    note = {id(piece) for piece in made.figure.record.note.get_family() if isinstance(piece, Number)}
    assert len(note) == 2
    for texts in seen:
        assert note <= {id(text) for text in texts}


def test_home_is_nowhere_while_it_is_asked_where_it_will_be() -> None:
    made = default_run(AXES)
    asked = [any(text.says == "?" for text in snapshot.texts) for snapshot in made.snapshots]
    assert asked == [False, False, True, True, True, False]
    after = set(made.figure.record.totals[1].numbers)
    shown = [any(text.mobject in after for text in snapshot.texts) for snapshot in made.snapshots]
    assert shown == [False, False, False, False, False, True]


def test_the_axes_names_go_along_with_the_steps() -> None:
    figure = default_run(AXES).figure
    for name, row in zip(figure.names, figure.numbers.matrix, strict=True):
        assert np.linalg.norm(name.get_center() - figure.plane.place(row)) < 1.3
    for axis, ring in enumerate(figure.landings):
        for at in figure._name_way(axis):
            assert overlap(around(at, figure.names[axis]), box_of(ring[1])) < 0.01


def test_the_shadows_of_the_steps_add_up_on_the_axes_that_stayed() -> None:
    figure = default_run(AXES).figure
    numbers, unit = figure.numbers, figure.view.unit
    for axis, bars in enumerate(figure.bars):
        ends = [bar.end[axis] - figure.plane.origin[axis] for bar in bars]
        assert ends == pytest.approx((unit * numbers.steps.cumsum(dim=0)[:, axis]).tolist(), abs=1e-4)
        for bar, count in zip(bars, numbers.vector.abs().tolist(), strict=True):
            assert len(bar.arrows) == count
        lanes = [float(bar.start[1 - axis]) for bar in bars]
        back = float(numbers.steps[0, axis] * numbers.steps[1, axis]) < 0
        assert len({round(lane, 3) for lane in lanes}) == (2 if back else 1)


def test_the_record_adds_up_as_it_is_printed() -> None:
    record, numbers = default_run(AXES).figure.record, compute(AXES)

    def read(pair: Any) -> list[Fraction]:
        return [Fraction(number.shown.replace("\u2212", "-")) for number in pair.numbers]

    rows = [[Fraction(each.shown.replace("\u2212", "-")) for each in row] for row in record.matrix.matrix.numbers]
    for count, row, written, product in zip(numbers.vector.tolist(), rows, record.rows, record.after, strict=True):
        assert row == read(written) and [Fraction(count) * each for each in row] == read(product)
    for products, total in zip((record.before, record.after), record.totals, strict=True):
        assert [sum(column) for column in zip(*map(read, products), strict=True)] == read(total)


@pytest.mark.parametrize(
    ("vector", "steps", "shown"), [((1, 2), (1, 2), "1 2"), ((-2, 1.5), (2, 2), "−2 1.50"), ((3, 0), (3, 0), "3 0")]
)
def test_other_vectors_are_stepped_to(vector, steps, shown: str) -> None:
    figure = run(AXES, {"vector": vector}).figure
    assert tuple(len(walk.arrows) for walk in figure.walks) == steps
    numbers = [piece for piece in figure.record.note.get_family() if isinstance(piece, Number)]
    assert " ".join(number.shown for number in numbers) == shown
    last = [step for walk in figure.walks for step in walk.arrows][-1]
    assert np.allclose(last.end, figure.plane.place(figure.numbers.transformed), atol=1e-5)


@pytest.mark.parametrize("vector", [(0, 0), (4.5, 1)])
def test_vectors_that_cannot_be_stepped_to(vector) -> None:
    got = f"{vector[0]:g}, {vector[1]:g}"
    assert message(AXES, vector=vector) == f"vector must have numbers from -4 to 4, not both 0; got {got}"
