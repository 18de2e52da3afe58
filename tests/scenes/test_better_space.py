"""The figures of better spaces, and of values, draw what they compute."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
import torch
from manim import DL, UR, VMobject
from torch.nn.functional import scaled_dot_product_attention

from scenes.article.better_space.gather import gather
from scenes.article.better_space.pull_sum import other_words, weight_digits
from scenes.article.better_space.three_spaces import ThreeTransformedSpaces, digits_of_places, places_follow
from scenes.article.better_space.values import ValuesLinComb, _order
from scenes.claims import claims_of
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.leaning_grid import outside, spacing
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.worlds import World, load_world
from tests.scenes.harness import built, compute, default_run, framed_run, message, run, vectors

THREE, VALUES = "attention-three-transformed-spaces", "attention-values-lin-comb"
UPDATE = "attention-update-apple"


def pulled(world: World, phrase: str) -> torch.Tensor:
    """The last word after one step in the original space, by torch's own attention."""
    x = vectors(world, phrase.split())
    return scaled_dot_product_attention(x[None], x[None], x[None], scale=1.0)[0, -1]


def test_the_weights_are_those_of_the_original_space() -> None:
    world, numbers = load_world("article"), compute(THREE)
    ends = torch.stack([pulled(world, world.phrases[phrase]) for phrase in ("fruit", "tech")])
    for index, matrix in enumerate((torch.eye(2), *(torch.tensor(world.matrices[name]) for name in "BC"))):
        there = ends @ matrix
        assert float(numbers.distances[index]) == pytest.approx(float(torch.dist(*there)), rel=1e-5)
        assert torch.allclose(numbers.space(numbers.spaces[index])[1], there, atol=1e-6)
    assert [f"{distance:.2f}" for distance in numbers.distances.tolist()] == ["0.86", "0.17", "1.38"]


@pytest.mark.parametrize("name", (THREE, VALUES))
@pytest.mark.parametrize("frame", ("16:9", "9:16"))
def test_the_second_phrase_is_above_what_the_plane_may_hold(name: str, frame: str) -> None:
    figure = framed_run(name, frame).figure
    lowest = min(float(phrase.get_bottom()[1]) for phrase in figure.phrases)
    assert figure.view.words(figure.stage).top < lowest
    assert (figure.view.header_end < figure.view.header) == (frame == "9:16")


@pytest.mark.parametrize(
    ("one", "other", "digits"),
    [
        ([0.0, 0.0], [3.0, 4.0], 1),
        ([1.2, 1.8], [1.8, 1.2], 1),
        ([1.204, 1.81], [1.811, 1.206], 2),  # with one digit 0.85 apart, and 0.86 in truth
    ],
)
def test_places_are_printed_with_as_many_digits_as_their_distance_takes(
    one: list[float], other: list[float], digits: int
) -> None:
    assert digits_of_places(torch.tensor([one, other])) == digits


def test_places_are_printed_with_as_many_digits_as_what_a_matrix_makes_of_them_takes() -> None:
    """1.25 times 2 is 2.5; of 1.3, as one digit has it, it would be 2.6."""
    places = torch.tensor([[1.25, 0.0], [0.0, 1.25]], dtype=torch.float64)
    assert digits_of_places(places, [torch.eye(2)]) == digits_of_places(places, [2 * torch.eye(2)]) == 2
    assert digits_of_places(2 * places, [2 * torch.eye(2)]) == 1


def shown(texts: list[Coordinates]) -> np.ndarray:
    """Return the numbers of rows of coordinates as they are printed."""
    return np.array([[float(number.shown.replace("−", "-")) for number in text.numbers] for text in texts])


def test_all_that_is_printed_follows_from_the_printed_places() -> None:
    """With a pencil: places times a printed matrix are as far apart as is printed, small and large."""
    figure = default_run(THREE).figure
    places = shown(figure.places["A"])
    said = [value.shown for value in figure.together.values]
    assert said == ["0.86", "0.17", "1.38"]
    for space, distance in zip(figure.numbers.spaces, said, strict=True):
        inner = [float(number.shown.replace("−", "-")) for number in figure.matrices[space].matrix.inner]
        there = places @ np.array(inner).reshape(2, 2)
        assert f"{np.linalg.norm(there[0] - there[1]):.2f}" == distance
    small = [number.shown for row in figure.together.small_rows for number in row if isinstance(number, Number)]
    assert small == said[:2]


def test_a_pull_adds_up_as_it_is_printed() -> None:
    """With a pencil: the printed weights are 1 together; times the printed places they are the printed new place."""
    figure = default_run(THREE).figure
    index, _, places = figure.pencilled
    total, whole = np.zeros(2), 0.0
    for product in figure.sum.products:
        weight, *place = [
            float(piece.shown.replace("\u2212", "-")) for piece in product.get_family() if isinstance(piece, Number)
        ]
        total += weight * np.array(place)
        whole += weight
    assert len(figure.sum.products) == 3 and whole == pytest.approx(1.0)
    assert np.array2string(total.round(3)) == np.array2string(shown(figure.places["A"])[index])
    numbers = figure.numbers
    pulled = figure._terms(index)[0] @ figure._terms(index)[1]
    torch.testing.assert_close(pulled, numbers.pulled_in_A[index], atol=1e-5, rtol=1e-5)


def test_weights_have_as_many_digits_as_their_sum_takes() -> None:
    rows = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    assert weight_digits([0.25, 0.75], rows, torch.tensor([0.25, 0.75])) == 2
    assert weight_digits([0.255, 0.745], 2 * rows, torch.tensor([0.51, 1.49])) == 3  # 0.26 twice is 0.52
    assert weight_digits([0.2, 0.5], rows, torch.tensor([0.25, 0.5])) is None  # others pull, too
    assert weight_digits([0.5, 0.004], rows, torch.tensor([0.5, 0.0])) == 3  # as <0.01, it could not be multiplied


def test_small_pictures_of_spaces_grow_and_touch_no_other() -> None:
    """They stand on a shelf, each as its own matrix says, and grow while the last space gets smaller; none comes in."""
    figure = default_run(THREE).figure
    together, edge = figure.together, figure.stage.width / 2
    homes = [pane.look.centre.copy() for pane in together.panes]
    for time in np.linspace(0.0, 1.0, 21):
        together.follow(float(time))
        looks = [pane.look for pane in together.panes]
        for name, look in zip(figure.numbers.spaces, looks, strict=True):
            assert torch.equal(look.matrix, figure.numbers.space(name)[0])
            assert look.half[0] - edge < look.centre[0] < edge - look.half[0]
        for one, other in combinations(looks, 2):
            apart = np.abs(one.centre - other.centre)[:2] - np.add(one.half, other.half)
            assert apart.max() > 0
    assert np.allclose([pane.look.centre for pane in together.panes], homes, atol=1e-6)


def test_a_space_that_is_told_comes_as_a_small_picture_on_the_shelf_and_nothing_leaves_for_it() -> None:
    figure = built(THREE, {})
    played = []
    figure.play = lambda *animations, **_: played.append(animations)  # type: ignore[method-assign]
    for index in (0, 1):
        figure._keep(index)
        look, shelf = figure.together.panes[index].look, figure.shelf
        assert torch.equal(look.matrix, figure.numbers.space("AB"[index])[0])
        assert shelf.left - 1e-6 <= look.centre[0] - look.half[0]
        assert look.centre[0] + look.half[0] <= shelf.right + 1e-6
        assert shelf.bottom <= look.centre[1] - look.half[1] and look.centre[1] + look.half[1] <= shelf.top + 1e-6
    assert [[type(each).__name__ for each in animations] for animations in played] == [["FadeIn", "FadeIn"]] * 2


def test_the_places_in_a_space_are_the_written_ones_times_its_written_matrix() -> None:
    """With a pencil: they are as far apart as is printed, too."""
    figure = default_run(THREE).figure
    assert figure.follows and list(figure.factors) == ["B", "C"]
    said = [value.shown for value in figure.together.values]
    for space, distance in zip(figure.numbers.spaces[1:], said[1:], strict=True):
        inner = [float(number.shown.replace("\u2212", "-")) for number in figure.matrices[space].matrix.inner]
        there = shown(figure.places[space])
        assert np.allclose((shown(figure.places["A"]) @ np.array(inner).reshape(2, 2)).round(2), there, atol=1e-9)
        assert f"{np.linalg.norm(there[0] - there[1]):.2f}" == distance


def test_places_in_a_space_do_not_follow_from_a_matrix_with_more_digits_than_are_written() -> None:
    places = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    assert places_follow(places, 2 * torch.eye(2), 1)
    assert not places_follow(100 * places, torch.tensor([[1.001, 0.0], [0.0, 1.0]]), 1)
    assert not places_follow(places + 0.04, 10 * torch.eye(2), 1)


def test_where_a_pencil_fails_no_place_stays_that_does_not_hold() -> None:
    figure = built(THREE, {})
    figure.follows, figure.factors, figure.places = False, {}, {"A": figure.places["A"]}
    gone: list[object] = []
    figure.play = lambda *animations, **_: gone.extend(  # type: ignore[method-assign]
        member for each in animations if type(each).__name__ == "FadeOut" for member in each.mobject.get_family()
    )
    figure._begin_work(1)
    assert all(any(each is thing for each in gone) for thing in (*figure.marks, *figure.places["A"]))


def test_the_place_where_each_pull_ends_stands_below_the_one_sum() -> None:
    figure = built(THREE, {})
    first = figure.pencilled[0]
    ours, theirs = (figure.places["A"][index] for index in (first, 1 - first))
    heights = [float(each.get_y()) for each in (figure.sum.rule, ours, theirs)]
    assert heights == sorted(heights, reverse=True)
    assert float(ours.get_right()[0]) == pytest.approx(float(figure.sum.products[0].get_right()[0]), abs=1e-6)
    assert figure.sum.size == pytest.approx(figure.style.sizes.number)


def test_a_sum_that_begins_before_the_record_lies_on_nothing_on_the_plane() -> None:
    figure = built(THREE, {})
    assert float(figure.sum.get_left()[0]) < figure.view.record.left
    written = [box_of(each) for each in (*figure.sum.lines, *figure.marks, *figure.places["A"])]
    seen = [*figure.weights, *figure.axis_labels, figure.distances["A"]]
    boxes = [*map(box_of, seen), *figure._marks("A")]
    assert not any(overlap(one, other) > 0 for one in written for other in boxes)


def test_where_there_is_no_shelf_spaces_come_out_from_below_the_last_one() -> None:
    figure = framed_run(THREE, "9:16").figure
    together = figure.together
    assert not together.small
    together.follow(0.0)
    first = together.panes[-1].look
    for pane in together.panes[:-1]:
        assert np.allclose(pane.look.centre, first.centre) and pane.look.half[0] <= first.half[0]
    together.follow(1.0)


def test_lines_end_before_texts() -> None:
    line, box = ((0.0, 0.0), (10.0, 0.0)), (4.0, -1.0, 6.0, 1.0)
    assert outside(line, [box]) == [((0.0, 0.0), (4.0, 0.0)), ((6.0, 0.0), (10.0, 0.0))]
    assert outside(line, [box, (5.0, -1.0, 8.0, 1.0)]) == [((0.0, 0.0), (4.0, 0.0)), ((8.0, 0.0), (10.0, 0.0))]
    assert outside(line, [(4.0, 1.0, 6.0, 2.0)]) == [line]
    figure = built(THREE, {})
    figure._lay_space(figure.numbers.B)
    boxes = [box_of(text) for text in figure.spared]
    assert len(boxes) > 3
    for side in figure.grid.sides:
        for part in side:
            for curve in part.points.reshape(-1, 4, 3):
                assert not any(inside_length((tuple(curve[0][:2]), tuple(curve[3][:2])), box) > 1e-6 for box in boxes)


def test_a_matrix_is_filled_with_the_numbers_that_stand_at_its_arrows_tips() -> None:
    """A row for each arrow, in its colour; every space's matrix has its numbers at the same places."""
    figure = built(THREE, {})
    for row, tip, ink in zip(figure.numbers.A, figure.tips, figure.inks, strict=True):
        assert [number.value for number in tip.numbers] == row.tolist()
        assert {number.get_color().to_hex() for number in tip.numbers} == {ink.upper()}
        away = np.abs(tip.get_center()[:2] - on_stage(figure, row))
        assert (away < np.array([tip.width, 2 * tip.height])).all()
    for matrix, other in pairwise(figure.matrices.values()):
        for number, next_one in zip(matrix.matrix.inner, other.matrix.inner, strict=True):
            assert number.get_right()[0] == pytest.approx(next_one.get_right()[0], abs=1e-6)
            assert number.baseline == pytest.approx(next_one.baseline, abs=1e-6)


def test_lines_that_come_closer_get_fainter_by_as_much() -> None:
    """Lines one step apart, one along each axis, bound a cell as large as the determinant."""
    assert spacing(torch.eye(2)) == (1.0, 1.0)
    assert spacing(torch.tensor([[0.8, 0.6], [0.6, 0.8]])) == pytest.approx((0.28, 0.28))
    assert spacing(torch.tensor([[2.0, 0.0], [0.0, 0.5]])) == pytest.approx((0.5, 2.0))
    assert spacing(torch.zeros(2, 2)) == (0.0, 0.0)


def test_the_name_of_an_axis_stays_on_its_side_while_space_leans() -> None:
    figure = default_run(THREE).figure
    for spaces in pairwise(figure.numbers.spaces):
        start, end = (figure.numbers.space(space)[0] for space in spaces)
        for axis in range(2):
            sides = set()
            for share in np.linspace(0.0, 1.0, 21):
                way = (start[axis] + float(share) * (end[axis] - start[axis])).numpy()
                at = figure._name_at(axis, spaces, float(share))[:2] - np.array(figure.view.origin)
                sides.add(float(np.sign(way[0] * at[1] - way[1] * at[0])))
            assert len(sides) == 1
            for share, space in zip((0.0, 1.0), spaces, strict=True):
                assert np.allclose(figure._name_at(axis, spaces, share), figure.label_ends[space][axis], atol=1e-6)


def test_icons_get_smaller_where_they_would_cover_each_other() -> None:
    figure = default_run(THREE).figure
    assert figure.sizes["A"] == figure.sizes["C"] == 1.0 and figure.sizes["B"] < 0.7
    assert all(apple.height_of_icon == pytest.approx(figure._height("apple")) for apple in figure.apples)


def test_names_of_icons_are_read_before_anything_moves_and_not_again() -> None:
    figure = default_run(THREE).figure
    shown = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert len(figure.introduced) == 2
    assert not any(id(label) in shown for label in figure.introduced)


def test_a_bar_in_the_record_is_as_long_as_on_the_plane() -> None:
    """It has been laid down from there."""
    figure = default_run(VALUES).figure
    assert figure.scale == figure.view.unit
    bar, last = figure.calliper.bar, figure.bars[-1]
    assert last.width == pytest.approx(np.linalg.norm(bar.get_end() - bar.get_start()), rel=1e-4)


def test_bars_side_by_side_are_as_long_as_the_distances_above_them() -> None:
    figure = default_run(THREE).figure
    together, numbers = figure.together, figure.numbers
    assert together.scale == pytest.approx(together.unit)
    for pane, bar, value, distance in zip(
        together.panes, together.bars, together.values, numbers.distances, strict=True
    ):
        assert bar.width / together.scale == pytest.approx(float(distance), rel=1e-4)
        assert pane.gap.get_arc_length() == pytest.approx(pane.distance, rel=1e-3)
        assert pane.distance == pytest.approx(float(bar.width), rel=1e-3)
        assert value.value == float(distance)
        assert float(bar.get_left()[0]) == pytest.approx(float(pane.frame.get_left()[0]), abs=1e-3)
        assert bar.get_top()[1] < pane.frame.get_bottom()[1]


def test_a_window_shows_its_own_space() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    for pane, name in zip(figure.together.panes, numbers.spaces, strict=True):
        matrix, pulled = numbers.space(name)
        rows = torch.cat([pulled, pane.pulling @ matrix]).numpy()
        places = np.array([token.at[:2] for token in (*pane.moved, *(pane.words[index] for index in range(2)))])
        assert np.allclose(places - places[0], pane.look.unit * (rows - rows[0]), atol=1e-4)
        low, high = pane.frame.get_corner(DL)[:2], pane.frame.get_corner(UR)[:2]
        assert (places > low).all() and (places < high).all()


def test_one_word_drops_out_of_both_phrases() -> None:
    """Its copies grow below the phrases' words, which stay as they are, and land on each other at its place."""
    figure = built(THREE, {})
    word = figure.words["apple"]
    copies = [figure.token("apple", figure.vectors["apple"], height=0.6) for _ in figure.phrases]
    words = [phrase.words[one.position] for phrase, one in zip(figure.phrases, figure.numbers.pulls, strict=True)]
    motion = gather(copies, words, word.at)
    for share in np.linspace(0.0, 1.0, 21):
        motion.move_to_share(float(share))
        for copy, above in zip(copies, words, strict=True):
            assert copy.mark.get_top()[1] < above.get_bottom()[1] + 0.001
            assert np.linalg.norm(copy.at - word.at) <= np.linalg.norm(above.get_bottom() - word.at)
    for copy in copies:
        assert np.allclose(copy.at, word.at, atol=1e-6) and copy.height_of_icon == pytest.approx(0.6)


def on_stage(figure: ThreeTransformedSpaces | ValuesLinComb, row: torch.Tensor) -> np.ndarray:
    """Return the point of a vector from the origin, independently of ``plane.place``."""
    return np.array(figure.view.origin) + figure.view.unit * row.numpy()


def test_all_of_space_ends_where_the_last_matrix_takes_it() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    for word, row in zip(numbers.words, numbers.vectors, strict=True):
        if word in figure.pullers:
            assert np.allclose(figure.words[word].at[:2], on_stage(figure, row @ numbers.C), atol=1e-4)
    for apple, band, row in zip(figure.apples, figure.bands, numbers.pulled_in_C, strict=True):
        assert np.allclose(apple.at[:2], on_stage(figure, row), atol=1e-4)
        assert np.allclose(band.pulled[:2], on_stage(figure, row), atol=1e-4)
    start, end = (np.array(at) for at in (figure.calliper.bar.get_start(), figure.calliper.bar.get_end()))
    assert np.linalg.norm(end - start) / figure.view.unit == pytest.approx(float(numbers.distances[-1]), rel=1e-4)
    for row, lines in zip(numbers.C, figure.grid.axes, strict=True):
        for line in (part for part in lines if len(part.points)):
            assert np.cross(line.points[-1] - line.points[0], [*row.numpy(), 0.0])[2] == pytest.approx(0.0, abs=1e-3)


def test_a_running_distance_ends_as_the_number_that_stays() -> None:
    figure = default_run(THREE).figure
    places = [figure.plane.place(row) for row in figure.numbers.pulled_in_C]
    figure.calliper.run(*places, figure.asides["C"])
    (_, digits), (_, number) = figure.calliper.digits, figure.distances["C"]
    assert digits.get_center() == pytest.approx(number.get_center(), abs=1e-3)
    assert figure.calliper.digits not in figure.mobjects


def test_every_name_of_an_axis_goes_along_with_it() -> None:
    figure = default_run(THREE).figure
    for name, row in zip(figure.axis_labels, figure.numbers.C, strict=True):
        at = name.get_center()[:2] - np.array(figure.view.origin)
        assert at @ row.numpy() > 0


@pytest.mark.parametrize(
    ("changes", "statement"),
    [
        ({"B": [[1.0, 0.0], [0.0, 1.0]]}, "In space B the two new places are less than a quarter of space A's"),
        ({"C": [[1.0, 0.0], [0.0, 1.0]]}, "In space C they are more than 1.5 times space A's"),
        ({"B": [[0.5, 0.5], [0.5, 0.5]]}, "Neither space is flattened"),
    ],
)
def test_other_spaces_are_not_as_claimed(changes: dict, statement: str) -> None:
    world = load_world("article", {"matrices": changes})
    (claim,) = [claim for claim in claims_of(THREE) if claim.statement.startswith(statement)]
    assert not claim.measure(compute(THREE, world), world).holds
    assert claim.measure(compute(THREE), load_world("article")).holds


def test_the_spaces_are_where_they_are_looked_for() -> None:
    world = load_world("article", {"matrices": {"C": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]}})
    assert message(THREE, world) == "[matrices].C must be 2×2 in this figure; got 2×3"
    assert message(THREE, first_phrase="I ate a banana").startswith("word must be one of the phrase's words")


def test_values_are_weighed_by_the_vectors() -> None:
    world, numbers = load_world("article"), compute(VALUES)
    W_V = torch.tensor(world.matrices["W_V"])
    for index, phrase in enumerate((numbers.first_words, numbers.second_words)):
        x = vectors(world, phrase)
        expected = scaled_dot_product_attention(x[None], x[None], (x @ W_V)[None], scale=1.0)[0, -1]
        assert torch.allclose(numbers.updated[index], expected, atol=1e-6)
        assert torch.allclose(numbers.unmoved[index] @ W_V, expected, atol=1e-6)
    assert torch.allclose(numbers.values, vectors(world, numbers.words) @ W_V)
    assert torch.equal(numbers.first_weights, compute(UPDATE).weights)
    assert float(numbers.distances[1]) == pytest.approx(float(torch.dist(*numbers.updated)), rel=1e-5)


def test_the_distances_are_those_of_the_three_spaces() -> None:
    three, values = default_run(THREE).figure, default_run(VALUES).figure
    assert three.world.matrices["C"] == values.world.matrices["W_V"]
    assert [number.shown for number in values.values] == [
        three.together.values[0].shown,
        three.together.values[2].shown,
    ]


def test_without_a_change_of_space_values_are_the_vectors() -> None:
    numbers = compute(VALUES, load_world("article", {"matrices": {"W_V": [[1.0, 0.0], [0.0, 1.0]]}}))
    assert torch.allclose(numbers.updated[0], compute(UPDATE).updated)
    assert torch.allclose(*numbers.distances)


def test_the_chains_are_the_weighted_values_tip_to_tail() -> None:
    figure = default_run(VALUES).figure
    numbers = figure.numbers
    weighted = (numbers.first_weighted, numbers.second_weighted)
    for index, (chain, puller) in enumerate(zip(figure.chains, figure.pullers, strict=True)):
        one, rows = numbers.pulls[index], weighted[index]
        assert np.allclose(chain[0].start[:2], on_stage(figure, torch.zeros(2)), atol=1e-4)
        assert np.allclose(chain[0].end[:2], on_stage(figure, rows[one.words.index(puller)]), atol=1e-4)
        assert np.allclose(chain[-1].end[:2], on_stage(figure, rows.sum(dim=0)), atol=1e-4)
        assert all(np.allclose(link.end, following.start) for link, following in pairwise(chain))
        assert np.allclose(figure.moved[index].at[:2], on_stage(figure, numbers.updated[index]), atol=1e-4)


def test_bars_of_vectors_and_values_have_one_scale() -> None:
    figure = default_run(VALUES).figure
    for bar, distance in zip(figure.bars, figure.numbers.distances, strict=True):
        assert bar.width / figure.scale == pytest.approx(float(distance), rel=1e-4)


def test_a_matrix_that_does_not_part_the_meanings_is_not_praised() -> None:
    world = load_world("article", {"matrices": {"W_V": [[0.8, 0.6], [0.6, 0.8]]}})
    figure = run(VALUES, world=world).figure
    assert figure.beats[3].caption.endswith("both chains along: now 0.17 apart, before 0.86.")
    (claim,) = [claim for claim in claims_of(VALUES) if claim.statement.startswith("The two new places")]
    assert not claim.measure(figure.numbers, world).holds


def numbers_in(text: VMobject) -> list[str]:
    return [number.shown for number in text.get_family() if isinstance(number, Number)]


@pytest.mark.parametrize(("first", "called"), [("an an banana apple", "an"), ("fruit", "others")])
def test_one_other_word_is_called_by_its_name(first: str, called: str) -> None:
    figure = built(THREE, {"first_phrase": first, "second_phrase": "apple banana"}, "16:9")
    assert figure.named_together(other_words(figure.numbers.pulls[0])) == called


@pytest.mark.parametrize(
    ("first", "second", "printed"),
    [
        ("banana apple", "phone apple", [["0.28", "0.72"], ["0.28", "0.72"]]),
        ("apple apple", "apple apple", [["1.00"], ["1.00"]]),
        ("I ate a banana and an apple and an apple", "tech", [["0.16", "0.84"], ["0.27", "0.72"]]),
    ],
)
def test_weights_beside_the_links_are_of_whole_words(first: str, second: str, printed: list[list[str]]) -> None:
    """A word that comes twice has both its weights in its link."""
    figure = built(VALUES, {"first_phrase": first, "second_phrase": second}, "16:9")
    assert [sum(map(numbers_in, texts), []) for texts in figure.weights] == printed


def test_whole_vectors_shrink_by_their_weights_and_slide_to_their_links() -> None:
    figure = built(VALUES, {})
    numbers, origin, shares = figure.numbers, figure.plane.origin, figure._link_shares()
    words = [(one, word) for one in numbers.pulls for word in _order(one)]
    assert len(shares) == len(words) == 4
    for share, (one, word) in zip(shares, words, strict=True):
        whole = on_stage(figure, numbers.vectors[numbers.words.index(word)])
        assert np.allclose(share.drawn.end[:2], whole, atol=1e-4)
        share.shrink(origin, 1.0)
        weight = float(one.weights[one.words.index(word)])
        assert np.allclose(share.drawn.end - origin, weight * (share.tip - origin), atol=1e-4)
        share.slide(origin, 1.0)
        assert np.allclose([share.drawn.start, share.drawn.end], [share.start, share.end], atol=1e-4)
        assert np.allclose(share.weight.get_center(), share.weight_at, atol=1e-6)


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_chains_and_their_measured_distance_follow_the_matrix(share: float) -> None:
    """Half open, they are carried by a matrix half the way between doing nothing and W_V."""
    figure = built(VALUES, {})
    figure._lay_scissors(share)
    numbers = figure.numbers
    ends = (1 - share) * numbers.unmoved + share * numbers.updated
    for token, chain, row in zip(figure.moved, figure.chains, ends, strict=True):
        assert np.allclose(token.at[:2], on_stage(figure, row), atol=1e-4)
        assert np.allclose(chain[-1].end[:2], on_stage(figure, row), atol=1e-4)
    bar = figure.calliper.bar
    apart = float(np.linalg.norm(bar.get_end() - bar.get_start())) / figure.view.unit
    assert apart == pytest.approx(float(torch.dist(*ends)), rel=1e-4)


def test_the_switch_is_off_until_the_chains_open_and_on_at_the_end() -> None:
    figure = built(VALUES, {})
    switch, start = figure.switch, figure.switch.knob.get_center().copy()
    motion = figure._carrying(0.0, 1.0)
    motion.interpolate_mobject(0.0)
    assert switch.case.get_fill_opacity() == 0.0
    motion.interpolate_mobject(0.15)
    assert switch.case.get_fill_opacity() == 1.0 and np.linalg.norm(switch.knob.get_center() - start) > 0.3
    assert torch.allclose(figure.matrix, torch.eye(2), atol=1e-3)  # the cause comes first
    motion.interpolate_mobject(1.0)
    assert torch.allclose(figure.matrix, figure.numbers.W_V)


def test_weights_stay_as_they_are_while_their_links_are_carried() -> None:
    figure = default_run(VALUES).figure
    assert [sum(map(numbers_in, texts), []) for texts in figure.weights] == [["0.28", "0.72"], ["0.27", "0.72"]]
    for snapshot in default_run(VALUES).snapshots[1:]:
        assert [shown for _, _, shown in snapshot.numbers].count("0.72") == 2
