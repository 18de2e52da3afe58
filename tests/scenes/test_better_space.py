"""The figures of better spaces, and of values, draw what they compute."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import torch
from manim import VMobject
from torch.nn.functional import scaled_dot_product_attention

from scenes.article.better_space.pencil import as_printed_rows, digits_of_places
from scenes.article.better_space.terms import order_of
from scenes.article.better_space.three_spaces import ThreeTransformedSpaces
from scenes.article.better_space.values import ValuesLinComb
from scenes.claims import claims_of
from scenes.parts.plane.labels import inside_length, overlap
from scenes.parts.plane.leaning_grid import outside, spacing
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
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


@pytest.mark.parametrize(("name", "frame"), [(VALUES, "16:9"), (VALUES, "9:16"), (THREE, "9:16")])
def test_the_second_phrase_is_above_what_the_plane_may_hold(name: str, frame: str) -> None:
    figure = framed_run(name, frame).figure
    lowest = min(float(phrase.get_bottom()[1]) for phrase in figure.phrases)
    assert figure.view.words(figure.stage).top < lowest
    assert (figure.view.header_end < figure.view.header) == (frame == "9:16")


def test_lines_end_before_texts() -> None:
    line, box = ((0.0, 0.0), (10.0, 0.0)), (4.0, -1.0, 6.0, 1.0)
    assert outside(line, [box]) == [((0.0, 0.0), (4.0, 0.0)), ((6.0, 0.0), (10.0, 0.0))]
    assert outside(line, [box, (5.0, -1.0, 8.0, 1.0)]) == [((0.0, 0.0), (4.0, 0.0)), ((8.0, 0.0), (10.0, 0.0))]
    assert outside(line, [(4.0, 1.0, 6.0, 2.0)]) == [line]
    figure = built(THREE, {})
    figure._lay(figure.numbers.B, 1.0, figure.asides["B"])
    boxes = [box_of(text) for text in figure.spared]
    assert len(boxes) > 3
    for side in figure.grid.sides:
        for part in side:
            for curve in part.points.reshape(-1, 4, 3):
                assert not any(inside_length((tuple(curve[0][:2]), tuple(curve[3][:2])), box) > 1e-6 for box in boxes)


def test_steps_end_in_the_rings_where_the_rows_of_a_matrix_say() -> None:
    """The matrix is the space's own, each row in the colour of the step that it moves."""
    figure = default_run(THREE).figure
    numbers = figure.numbers
    for name in numbers.spaces[1:]:
        rows, inner = numbers.space(name)[0], figure.matrices[name].matrix.inner
        assert np.allclose([number.value for number in inner], rows.flatten())
        inks = [number.get_color().to_hex() for number in inner]
        assert inks == [ink.upper() for ink in figure.axis_colors() for _ in range(2)]
        for ring, tip, row in zip(figure.rings[name], figure.tips[name], rows, strict=True):
            assert np.allclose(ring.get_center()[:2], on_stage(figure, row), atol=1e-4)
            assert numbers_in(tip) == [f"{value:.2f}".replace("-", "−") for value in row.tolist()]
    for unit, row in zip(figure.units, numbers.C, strict=True):
        assert np.allclose(unit.end[:2], on_stage(figure, row), atol=1e-4)


def test_a_pencil_gets_from_the_printed_places_to_all_that_is_printed() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    written = torch.tensor([[float(each) for each in numbers_in(place)] for place in figure.places["A"]])
    for name in numbers.spaces[1:]:
        there = [[read(each) for each in numbers_in(place)] for place in figure.places[name]]
        assert np.allclose(as_printed_rows(written.double() @ numbers.space(name)[0].double(), 2), there, atol=1e-6)
        apart = float(np.hypot(*np.subtract(*there)))
        assert f"{apart:.2f}" == figure.record.rows[numbers.spaces.index(name)].value.shown
    first, *terms, last = ([read(each) for each in numbers_in(line)] for line in figure.work)
    assert first == pytest.approx(written[0].tolist()) and last == there[0]
    assert np.allclose(np.round(sum(number * np.array(row) for number, *row in terms), 2), last)


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_a_pencil_is_spoken_of_where_one_writes(frame: str) -> None:
    result = framed_run(THREE, frame)
    (caption,) = [each.beat.caption for each in result.snapshots if each.beat.name == "space-C"]
    assert ("pencil" in caption) == bool(result.figure.work) == (frame == "16:9")


def test_places_that_lead_elsewhere_as_printed_are_not_worked_with() -> None:
    numbers = compute(THREE)
    assert digits_of_places(numbers.pulled_in_A, []) == 2
    assert digits_of_places(numbers.pulled_in_A, [numbers.B, numbers.C]) == 3
    assert digits_of_places(numbers.pulled_in_A, [numbers.B + 0.001]) is None


def test_the_first_place_is_added_up_from_what_stands_at_words_and_bands() -> None:
    figure = default_run(THREE).figure
    numbers = figure.numbers
    *terms, others, last = (list(map(read, numbers_in(line))) for line in figure.sum)
    added = sum((weight * np.array(row) for weight, *row in terms), np.array(others))
    assert np.round(added, 3) == pytest.approx(last) == list(map(read, numbers_in(figure.places["A"][0])))
    assert numbers_in(figure.pull_weights[0]) == numbers_in(figure.sum[0])[:1]
    assert list(map(read, numbers_in(figure.pull_weights[1]))) == pytest.approx([float(numbers.weights[1])], abs=5e-4)
    sources = built(THREE, {}).sources
    for line, (word, text) in zip(figure.sum, sources.items(), strict=False):
        assert numbers_in(line)[1:] == numbers_in(text), word


def test_two_places_come_apart_without_passing_where_they_rest() -> None:
    """A distance that runs too far and back would be read as a wrong number."""
    figure = built(THREE, {})
    apart = []

    def measure(matrix: torch.Tensor, share: float, aside: object) -> None:
        apart.append(share)

    figure._lay = measure
    figure._pull()
    assert apart and max(apart) <= 1.0 and apart == sorted(apart)


def test_a_border_is_as_wide_as_fits_between_both_places() -> None:
    """It touches both marks, and lies as far from both places; on each side lies the colour of what pulls there."""
    figure = default_run(THREE).figure
    one, other = (figure.plane.place(row) for row in figure.numbers.pulled_in_C)
    across = (one - other) / np.linalg.norm(one - other)
    _, *edges = figure.border
    half = float(figure.apples[0].mark.width) / 2
    for edge, place, inward in zip(edges, (one, other), (-1, 1), strict=True):
        for end in (edge.get_start(), edge.get_end()):
            assert (end - place) @ across == pytest.approx(inward * half, abs=1e-4)
    near = [place for place in (one, other) for _ in range(len(figure.shades) // 2)]
    for shade, place in zip(figure.shades, near, strict=True):
        away = other if place is one else one
        for corner in shade.get_anchors():
            assert np.linalg.norm(corner - place) < np.linalg.norm(corner - away)


def test_a_border_has_no_room_where_both_meanings_are_one() -> None:
    figure = built(THREE, {})
    assert figure._room("C") > 0.5 > 0.0 >= figure._room("B")
    figure._make_border()
    for name, seen in (("C", True), ("B", False), ("C", True)):
        figure._lay(figure.numbers.space(name)[0], 1.0, figure.asides[name])
        figure._lay_border(1.0)
        assert all((len(part.points) > 0) == seen for part in (*figure.border, *figure.shades))


def test_lines_that_come_closer_get_fainter_by_as_much() -> None:
    """Lines one step apart, one along each axis, bound a cell as large as the determinant."""
    assert spacing(torch.eye(2)) == (1.0, 1.0)
    assert spacing(torch.tensor([[0.8, 0.6], [0.6, 0.8]])) == pytest.approx((0.28, 0.28))
    assert spacing(torch.tensor([[2.0, 0.0], [0.0, 0.5]])) == pytest.approx((0.5, 2.0))
    assert spacing(torch.zeros(2, 2)) == (0.0, 0.0)


def test_a_bar_in_the_record_is_as_long_as_on_the_plane() -> None:
    """It has been laid down from there."""
    figure = default_run(VALUES).figure
    assert figure.scale == figure.view.unit
    bar, last = figure.calliper.bar, figure.bars[-1]
    assert last.width == pytest.approx(np.linalg.norm(bar.get_end() - bar.get_start()), rel=1e-4)


@pytest.mark.parametrize("frame", ("16:9", "4:3", "1:1", "9:16"))
def test_bars_in_the_record_have_one_scale(frame: str) -> None:
    """In a wide frame it is the plane's: they have been laid down from there."""
    figure = framed_run(THREE, frame).figure
    record, numbers = figure.record, figure.numbers
    assert frame != "16:9" or record.scale == pytest.approx(figure.view.unit)
    for row, distance in zip(record.rows, numbers.distances, strict=True):
        start, end = row.ends
        assert (end - start)[0] / record.scale == pytest.approx(float(distance), rel=1e-4)
        assert end[1] == start[1] and end[0] < row.value.get_left()[0]
        assert row.value.value == float(distance)


def test_a_space_is_filed_as_its_bar_lies_down() -> None:
    """In a wide frame the bar stays as long as on the plane."""
    figure = built(THREE, {})
    for index, (row, name) in enumerate(zip(figure.record.rows, figure.numbers.spaces, strict=True)):
        one, other = (figure.plane.place(each) for each in figure.numbers.space(name)[1])
        figure.calliper.measure(one, other)
        bar = figure.calliper.bar.copy()
        motion = figure.record.file(index, bar)
        for time in np.linspace(0.0, 1.0, 5):
            motion.move_to_share(float(time))
            assert bar.get_arc_length() == pytest.approx(float(np.linalg.norm(other - one)), rel=1e-4)
        assert np.allclose(sorted([bar.get_start()[0], bar.get_end()[0]]), [end[0] for end in row.ends], atol=1e-6)
        assert np.allclose([bar.get_start()[1], bar.get_end()[1]], row.ends[0][1], atol=1e-6)


def test_words_come_out_of_their_phrases() -> None:
    """They are small upon the word, and as large as ever at their place."""
    figure = built(THREE, {})
    token, word = figure.words["banana"], figure.phrases[0].words[3]
    end, height = token.at.copy(), token.height_of_icon
    motion = figure._out_of(token, word)
    assert np.allclose(token.at, word.get_center()) and token.height_of_icon < 0.2 * height
    motion.move_to_share(1.0)
    assert np.allclose(token.at, end) and token.height_of_icon == pytest.approx(height)


@pytest.mark.parametrize("first", ["fruit", "I ate an orange and a pear and a banana and an apple"])
def test_phrases_beside_the_plane_lie_on_nothing_there(first: str) -> None:
    figure = built(THREE, {"first_phrase": first}, "16:9")
    seen = [*figure._marks("A"), *map(box_of, (*figure.axis_labels, *figure.plane.numbers, *figure.places["A"]))]
    assert not any(overlap(box_of(phrase), each) > 0 for phrase in figure.phrases for each in seen)


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
        three.record.rows[0].value.shown,
        three.record.rows[2].value.shown,
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
    assert figure.beats[4].caption.endswith("both chains along: now 0.17 apart, before 0.86.")
    (claim,) = [claim for claim in claims_of(VALUES) if claim.statement.startswith("The two new places")]
    assert not claim.measure(figure.numbers, world).holds


def numbers_in(text: VMobject) -> list[str]:
    return [number.shown for number in text.get_family() if isinstance(number, Number)]


def read(shown: str) -> float:
    return float(shown.replace("−", "-"))


@pytest.mark.parametrize(
    ("first", "second", "weights"),
    [
        ("banana apple", "phone apple", [[0.2769, 0.7231], [0.2769, 0.7231]]),
        ("apple apple", "apple apple", [[1.0], [1.0]]),
        ("I ate a banana and an apple and an apple", "tech", [[0.1602, 0.8370], [0.2743, 0.7164]]),
    ],
)
def test_weights_beside_the_links_are_of_whole_words(first: str, second: str, weights: list[list[float]]) -> None:
    """A word that comes twice has both its weights in its link."""
    figure = built(VALUES, {"first_phrase": first, "second_phrase": second}, "16:9")
    digits = figure.digits[0] if figure.digits else 2
    printed = [[f"{weight:.{digits}f}" for weight in each] for each in weights]
    assert [sum(map(numbers_in, texts), []) for texts in figure.weights] == printed


@pytest.mark.parametrize("space", [0, 1])
def test_whole_vectors_shrink_by_their_weights_and_slide_to_their_links(space: int) -> None:
    """So do whole values: they end where W_V has taken the chains."""
    figure = built(VALUES, {})
    numbers, origin = figure.numbers, figure.plane.origin
    shares = [share for index in range(2) for share in figure._link_shares(index, space)]
    ends = [(numbers.unmoved, numbers.updated)[space][index] for index in range(2)]
    for index, end in enumerate(ends):
        assert np.allclose(figure._rides(index, space)[2][:2], on_stage(figure, end), atol=1e-4)
    words = [(one, word) for one in numbers.pulls for word in order_of(one)]
    assert len(shares) == len(words) == 4
    for share, (one, word) in zip(shares, words, strict=True):
        whole = on_stage(figure, (numbers.vectors, numbers.values)[space][numbers.words.index(word)])
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
    motion = figure._switching(0.0, 1.0, [], figure._lay_plane)
    motion.interpolate_mobject(0.0)
    assert switch.case.get_fill_opacity() == 0.0
    motion.interpolate_mobject(0.15)
    assert switch.case.get_fill_opacity() == 1.0 and np.linalg.norm(switch.knob.get_center() - start) > 0.3
    assert torch.allclose(figure.matrix, torch.eye(2), atol=1e-3)  # the cause comes first
    motion.interpolate_mobject(1.0)
    assert torch.allclose(figure.matrix, figure.numbers.W_V)


def test_weights_leave_before_the_switch_moves_and_are_the_same_afterwards() -> None:
    result = default_run(VALUES)
    weights = {"0.276", "0.720"}, {"0.274", "0.716"}
    for texts, expected in zip(result.figure.weights, weights, strict=True):
        assert set(sum(map(numbers_in, texts), [])) == expected
    seen = {each.beat.name: {shown for _, _, shown in each.numbers} for each in result.snapshots}
    assert set.union(*weights) <= seen["second"]
    assert not any(each & seen[beat] for each in weights for beat in ("switch", "values", "again"))
    assert weights[1] <= seen["weights"]  # in the sum


def test_values_fill_the_rings_that_the_chains_leave() -> None:
    figure = default_run(VALUES).figure
    for aim, token, link, row in zip(
        figure.aims, figure.moved, (chain[-1] for chain in figure.chains), figure.numbers.updated, strict=True
    ):
        for at in (aim.get_center(), token.at, link.end):
            assert np.allclose(at[:2], on_stage(figure, row), atol=1e-4)
    for word, text in figure.value_texts.items():
        value = figure.numbers.values[figure.numbers.words.index(word)]
        assert list(map(read, numbers_in(text))) == pytest.approx(value.tolist(), abs=0.005)


def test_the_other_order_begins_with_whole_vectors_on_the_upright_plane() -> None:
    """Then W_V carries them to where the values are."""
    figure = built(VALUES, {})
    for share, table in ((0.0, figure.numbers.vectors), (1.0, figure.numbers.values)):
        figure._lay_values(share)
        for word, arrow in figure.wholes[1].items():
            row = table[figure.numbers.words.index(word)]
            assert np.allclose(arrow.end[:2], on_stage(figure, row), atol=1e-4)
            assert np.allclose(figure.words[word].at[:2], on_stage(figure, row), atol=1e-4)


@pytest.mark.parametrize("space", [0, 1])
def test_sums_come_out_as_they_are_printed(space: int) -> None:
    """So do they with values; the result is what stands beside the word on the plane."""
    figure = default_run(VALUES).figure
    for index in range(2):
        *terms, others, last = (list(map(read, numbers_in(line))) for line in figure.sums[space][index])
        added = sum((weight * np.array(row) for weight, *row in terms), np.array(others))
        assert np.round(added, 2) == pytest.approx(last)
        assert last == list(map(read, numbers_in(figure.places[space][index])))
    ends = [list(map(read, numbers_in(place))) for place in figure.places[space]]
    assert f"{np.hypot(*np.subtract(*ends)):.2f}" == figure.values[space].shown


def test_printed_values_are_the_matrix_times_the_printed_vectors() -> None:
    figure = default_run(VALUES).figure
    for vectors_sum, values_sum in zip(*figure.sums, strict=True):
        for line, carried in zip(vectors_sum[:-2], values_sum[:-2], strict=True):
            (_, *row), (_, *value) = (list(map(read, numbers_in(each))) for each in (line, carried))
            assert np.round(np.array(row) @ figure.numbers.W_V.double().numpy(), 2) == pytest.approx(value)


def test_steps_end_where_the_rows_of_the_value_matrix_say() -> None:
    figure = default_run(VALUES).figure
    for step, ring, numbers, row in zip(
        figure.steps, figure.rings, figure.table.numbers, figure.numbers.W_V, strict=True
    ):
        assert np.allclose(step.end[:2], on_stage(figure, row), atol=1e-4)
        assert np.allclose(ring.get_center()[:2], on_stage(figure, row), atol=1e-4)
        assert [read(number.shown) for number in numbers] == pytest.approx(row.tolist())
    for tip, row in zip(figure.tips, figure.numbers.W_V, strict=True):
        assert list(map(read, numbers_in(tip))) == pytest.approx(row.tolist())
