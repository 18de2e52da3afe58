"""The figures of words pulling words draw what they compute."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from manim import DL, UL, UR, VGroup
from torch.nn.functional import scaled_dot_product_attention

from scenes import FIGURES, load_figure
from scenes.article.pulling.angles import degrees_apart
from scenes.article.pulling.as_near import AsNear, TwoAngles
from scenes.article.pulling.halves import _outlines
from scenes.article.pulling.pulls import BROAD
from scenes.article.pulling.road import Travelled, Tube, share_of_way
from scenes.article.pulling.side_by_side import _COVERED, _TALL
from scenes.article.pulling.step_sums import step_line
from scenes.article.pulling.update import _SLIM
from scenes.errors import UserError
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters
from scenes.parts.geometry import encloses
from scenes.parts.plane.band import WIDTH_OF_ONE, Band
from scenes.parts.plane.labels import gap, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import pull
from scenes.style import DEFAULT
from scenes.worlds import load_world
from tests.scenes.harness import built, compute, default_run, framed_run, run


def test_pull_is_torchs_attention() -> None:
    world = load_world("article")
    step = pull(PhraseParameters(), world)
    x = torch.tensor([world.vectors[word] for word in "I ate a banana and an apple".split()])
    expected = scaled_dot_product_attention(x[None], x[None], x[None], scale=1.0)[0]
    assert torch.allclose(step.updated, expected[-1], atol=1e-6)
    assert step.word == "apple"
    assert step.words[step.strongest] == "banana"
    assert torch.allclose(step.weighted.sum(dim=0), step.updated, atol=1e-6)


def test_the_last_occurrence_is_pulled() -> None:
    step = pull(PhraseParameters(phrase="apple and apple", word="apple"), load_world("article"))
    assert step.position == 2
    assert step.strongest == 1


def test_a_phrase_of_one_word_alone_pulls_itself() -> None:
    step = pull(PhraseParameters(phrase="apple apple", word="apple"), load_world("article"))
    assert step.strongest == step.position
    assert torch.allclose(step.updated, step.vector)


def on_stage(figure, row: torch.Tensor) -> np.ndarray:
    """Where a vector lies on a stage, from its painted axes and its ticks: an independent way from ``plane.place``."""
    across, up = figure.ground.axes
    zero = np.array([up.get_start()[0], across.get_start()[1]])
    tick, number = figure.plane.ticks[0], figure.plane.numbers[0][1]
    return zero + (tick.get_center()[0] - zero[0]) / number.value * row.numpy()


UPDATE = "attention-update-apple"
CLUSTERS = "attention-generic-apple-embedding"


@pytest.mark.parametrize("given", [{}, {"word": "pear", "first_phrase": "a pear", "second_phrase": "a pear"}])
def test_the_word_stands_between_the_middles_of_its_families(given: dict) -> None:
    figure = run(CLUSTERS, given).figure
    numbers, unit = figure.numbers, figure.view.unit
    for word, row in zip((*numbers.words, *numbers.word), (*numbers.vectors, *numbers.vector), strict=True):
        assert np.allclose(figure.words[word].at[:2], on_stage(figure, row), atol=1e-5)
    word = on_stage(figure, numbers.vector[0])
    for ruler, family in zip(figure.rulers, numbers.families, strict=True):
        members = [figure.world.vectors[name] for name in figure.world.families[family] if name not in numbers.word]
        middle = on_stage(figure, torch.tensor(members).mean(dim=0))
        assert np.allclose(ruler.segment, [word, middle], atol=1e-5)
        assert ruler.number.value == pytest.approx(np.linalg.norm(middle - word) / unit, abs=1e-5)


@pytest.mark.parametrize("apple", [[1.6, 1.6], [1.9, 1.6]])
def test_the_dashes_are_equally_far_from_both_middles(apple: list[float]) -> None:
    """Even where the word is nearer to one of them; the rim's halves lie on the sides of their families."""
    figure = run(CLUSTERS, None, load_world("article", {"vectors": {"apple": apple}})).figure
    first, second = (middle[:2] for middle in figure.middles)
    for spot in np.array(figure.halves.segments).reshape(-1, 2):
        assert np.linalg.norm(spot - first) == pytest.approx(np.linalg.norm(spot - second), abs=1e-5)
    toward = (first - second) / np.linalg.norm(first - second)
    for rim, sign in zip(figure.halves.rims, (1, -1), strict=True):
        points = np.concatenate([piece.points[:, :2] for piece in rim.family_members_with_points()])
        sides = sign * (points - figure.at[:2]) @ toward
        assert sides.min() > -1e-3 and sides.max() > 0.3


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_each_phrase_stands_on_the_side_of_its_family(frame: str) -> None:
    figure = framed_run(CLUSTERS, frame).figure
    first, second = (middle[:2] for middle in figure.middles)
    order = sorted((0, 1), key=lambda family: -figure.middles[family][1])
    for family, phrase in zip(order, figure.phrases, strict=True):
        left, low, right, top = box_of(phrase)
        corners = np.array([(left, low), (left, top), (right, low), (right, top)])
        nearer = np.linalg.norm(corners - first, axis=1) < np.linalg.norm(corners - second, axis=1)
        assert (nearer == (family == 0)).all()


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_both_middles_are_named_with_the_mean_of_their_words(frame: str) -> None:
    figure = framed_run(CLUSTERS, frame).figure
    assert bool(len(figure.strip)) == (frame == "16:9")
    worked = dict(zip(figure._downwards(), figure.strip, strict=False))
    for index, family in enumerate(figure.numbers.families):
        members = [figure.world.vectors[word] for word in figure.world.families[family] if word != "apple"]
        means = worked[index].means if worked else figure.middle_names[index][0][1][1].numbers
        assert [number.value for number in means] == pytest.approx(np.mean(members, axis=0), abs=1e-6)


def test_a_pencil_gets_the_middles_from_the_numbers_of_their_words() -> None:
    figure = default_run(CLUSTERS).figure
    for table in figure.strip[:2]:
        numbers = [piece for piece in table if isinstance(piece, Number)]
        assert len(numbers) == 6
        for axis, mean in enumerate(table.means):
            shown = [float(number.shown) for number in numbers[axis::2]]
            assert round(sum(shown) / len(shown), 2) == pytest.approx(float(mean.shown))
    for spokes, family in zip(figure.spokes, (0, 1), strict=True):
        places = [figure.words[word].at[:2] for word in figure._members(family)]
        assert np.allclose([end[0] for end in spokes.ends], places)


def test_no_line_of_a_phrase_is_read_on_with_a_number_of_an_axis() -> None:
    figure = default_run(CLUSTERS).figure
    for number in map(box_of, figure.plane.numbers):
        for word in (word for phrase in figure.phrases for word in phrase.words):
            shared = min(number[3], box_of(word)[3]) - max(number[1], box_of(word)[1])
            assert shared < 0.2 or gap(box_of(word), number) > 1.0


def test_each_tie_ends_beneath_the_word() -> None:
    figure = default_run(CLUSTERS).figure
    assert len(figure.ties) == 2
    for tie in figure.ties:
        end = tie.points[-1][:2]
        assert any(encloses(outline[:, :2], end) for outline in _outlines(figure.words["apple"]))


ONE_PLANE = [name for name in list(FIGURES)[3:11] if issubclass(load_figure(name), PlaneFigure)]

ELSEWHERE = {
    "attention-random-embedding": "all",  # by chance
    "attention-all-softmax": "all",  # words have fallen on the axis of scores
    "attention-update-apple": "apple",  # held aside, between its bands
}
"""The words that are not at their places when the first beat of a figure ends."""


def test_figures_4_to_11_put_the_same_word_at_the_same_pixel() -> None:
    """Places by chance aside, of which the plane alone is the same: its origin, its ticks and their numbers.

    In figure 9 a dot marks the place of a word that has an icon; the icon stands beyond the tip of its arrow.
    """
    assert len(ONE_PLANE) == 8
    planes, places = set(), dict[str, set[tuple[float, float]]]()
    for name in ONE_PLANE:
        figure = default_run(name).figure
        planes.add(
            tuple((*np.round(tick.get_center(), 6), n[1].shown) for tick, n in zip(*figure.plane[:2], strict=True))
        )
        assert np.allclose(on_stage(figure, torch.zeros(2)), figure.plane.origin[:2])
        for word, row in load_world("article").vectors.items():
            spot = np.round(on_stage(figure, torch.tensor(row)), 4)
            places.setdefault(word, set()).add((float(spot[0]), float(spot[1])))
        dots = getattr(figure, "dots", {}) if name == "attention-all-dot-product" else {}
        for word, dot in dots.items():
            spot = on_stage(figure, torch.tensor(load_world("article").vectors[word]))
            assert np.allclose(dot.get_center()[:2], spot, atol=1e-6), (name, word)
        for word, (left, low, right, top) in default_run(name).snapshots[0].marks:
            in_record = name == SIDES and left > figure.view.record.left
            if ELSEWHERE.get(name) not in ("all", word) and word not in dots and not in_record:
                spot = on_stage(figure, torch.tensor(load_world("article").vectors[word]))
                assert np.allclose([(left + right) / 2, (low + top) / 2], spot, atol=0.05), (name, word)
    assert len(planes) == 1
    assert all(len(spots) == 1 for spots in places.values())


def drawn_width(band: Band) -> float:
    """A band's width where it is widest, from its outline: twice the farthest from its middle line."""
    way = band.pulled - band.puller
    across = np.array([-way[1], way[0], 0.0]) / np.linalg.norm(way)
    return 2 * float(np.abs((band.body.points - band.puller) @ across).max())


SIDES, ALL = "attention-apple-pulled-side-by-side", "attention-all-embeddings"


@pytest.mark.parametrize("phrases", [{}, {"left_phrase": "pear and apple", "right_phrase": "a new laptop and apple"}])
def test_the_word_comes_along_its_way_as_far_as_attention_moves_it(phrases: dict) -> None:
    """On the plane, along the road in the record, and in the printed percentage."""
    figure = run(SIDES, phrases).figure
    for side in figure.sides:
        old, new = on_stage(figure, side.pull.vector), on_stage(figure, side.pull.updated)
        puller = on_stage(figure, side.pull.vectors[side.pull.strongest])
        assert np.allclose(side.token.mark.get_center()[:2], new, atol=1e-5)
        assert np.allclose(side.travelled[1].get_center()[:2], old, atol=1e-5)
        assert np.allclose([side.band.puller[:2], side.band.pulled[:2]], [puller, new], atol=1e-5)
        weight = float(side.pull.weights[side.pull.strongest])
        assert drawn_width(side.band) == pytest.approx(WIDTH_OF_ONE * weight, abs=1e-6)
        share = (new - old) @ (puller - old) / ((puller - old) @ (puller - old))
        road = side.road
        assert (road.token.mark.get_center()[0] - road.start[0]) / road.length == pytest.approx(share, abs=1e-5)
        assert road.tube.done.width / road.length == pytest.approx(share, abs=1e-4)
        assert road.percent.number.shown == f"{100 * share:.0f}"
        assert road.length <= np.linalg.norm(puller - old) + 1e-5 or road.length == pytest.approx(2.0)
        seen = [dot.get_center()[:2] for dot in side.travelled.dots if dot.get_fill_opacity() > 0]
        done = [float((dot - old) @ (puller - old) / ((puller - old) @ (puller - old))) for dot in seen]
        beside = share - _COVERED / np.linalg.norm(puller - old)
        assert 0 < min(done) and max(done) <= beside + 1e-6 < max(done) + 0.1, "dots as far as it has come"


def test_figures_7_and_11_print_the_same_new_place() -> None:
    """Figure 7 with one digit, as the printed share of the way leads there; 11 as exactly as its sums take."""
    landed = numbers_in(default_run(SIDES).figure.sides[0].landing)
    summed = [number.shown for number in default_run(UPDATE).figure.terms.numbers[-1]]
    assert (landed, summed) == (["1.8", "1.2"], ["1.81", "1.21"])
    assert [f"{float(text):.1f}" for text in summed] == landed


def test_the_printed_percentage_of_the_printed_way_ends_at_the_printed_place() -> None:
    """Along each axis, from the printed start: with a pencil, and to the last printed digit."""
    figure = default_run(SIDES).figure
    start = [float(text) for text in numbers_in(figure.coordinates["apple"])]
    for side in figure.sides:
        share = float(side.road.percent.number.shown) / 100
        ends = [float(text) for text in numbers_in(figure.coordinates[side.puller])]
        reached = [old + share * (end - old) for old, end in zip(start, ends, strict=True)]
        assert numbers_in(side.landing) == [f"{value:.{figure.digits}f}" for value in reached]
    first, second = (numbers_in(side.landing) for side in figure.sides)
    assert first == second[::-1], "the two pulls are mirror images"


def test_both_numbers_of_each_step_are_worked_out_below_its_road() -> None:
    """In its axis' colour, its way the leg's on the plane: with a pencil, from what is printed, in columns."""
    figure = default_run(SIDES).figure
    start = numbers_in(figure.coordinates["apple"])
    for side in figure.sides:
        assert len(side.sum) == 2 and box_of(side.sum)[3] < box_of(side.road)[1]
        for axis, line in enumerate(side.sum):
            old, share, way, new = numbers_in(line)
            assert (old, new) == (start[axis], numbers_in(side.landing)[axis])
            assert f"{float(share):.0%}" == f"{side.road.percent.number.shown}%"
            end = float(numbers_in(figure.coordinates[side.puller])[axis])
            assert float(way) == pytest.approx(abs(end - float(old)))
            reached = float(old) + np.sign(end - float(old)) * float(share) * float(way)
            assert f"{reached:.1f}" == new
            assert numbers_in(side.legs.said[axis]) == [way]
            for number in (line[1][0], line[1][4], line[1][6], side.legs.said[axis][1]):
                assert number.color.to_hex().lower() == figure._number_colors()[axis].lower()
        first, second = (
            [number.get_x() for number in line.get_family() if isinstance(number, Number)] for line in side.sum
        )
        assert first == pytest.approx(second, abs=0.02)


def test_no_sum_is_left_in_the_end() -> None:
    """Each is seen at the end of its own beat alone."""
    made = default_run(SIDES)
    shown = {id(member) for mobject in made.figure.mobjects for member in mobject.get_family()}
    assert all(id(line) not in shown for side in made.figure.sides for line in side.sum)
    seen = [[said for _, said, _ in snapshot.numbers].count("1.4") for snapshot in made.snapshots]
    assert seen == [0, 0, 2, 0, 0, 2, 0], "at its leg and in its sum"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_share_flows_to_the_road_upright_and_keeps_its_area(share: float) -> None:
    thick, tall = 0.25, 1.5
    top, left = np.array([2.0, 1.0, 0.0]), np.array([-1.0, -1.0, 0.0])
    tube = Tube(top, top - [0.0, tall, 0.0], thick, "#ff0000").set_share(1.0)
    tube.pour((top, top - [0.0, tall, 0.0]), (left, left + [tall, 0.0, 0.0]), thick, share)
    assert tube.done.width * tube.done.height == pytest.approx(thick * tall)
    middle = (1 - share) * (top - [0.0, tall / 2, 0.0]) + share * (left + [tall / 2, 0.0, 0.0])
    assert np.allclose(tube.done.get_center(), middle)
    points = np.array(tube.done.get_anchors())
    level = [
        abs(step[0]) < 1e-6 or abs(step[1]) < 1e-6 for step in np.diff(points, axis=0) if np.linalg.norm(step) > 0.1
    ]
    assert level and all(level), "its long sides are level or upright"


def test_the_first_angle_laid_over_fits_the_second() -> None:
    """Its ray ends at the second word; with another length or another angle that is not shown."""
    origin, word = np.zeros(3), np.array([2.0, 2.0, 0.0])
    one, other = np.array([3.0, 0.5, 0.0]), np.array([0.5, 3.0, 0.0])
    colors, degrees = ("#ff0000", "#888888", "#0000ff"), torch.tensor([35.5, 35.5])

    def near(second: np.ndarray) -> AsNear:
        return AsNear(origin, word, (one, second), degrees, colors)

    shown = near(other)
    assert shown.is_alike and not near(1.2 * other).is_alike and not near(np.array([0.1, 3.04, 0.0])).is_alike
    for share, end in ((0.0, one), (1.0, other)):
        shown.lay_over(share)
        tip = shown.hand[0].get_end()
        assert np.allclose(tip / np.linalg.norm(tip), end / np.linalg.norm(end), atol=1e-5)
        assert np.linalg.norm(end) - np.linalg.norm(tip) == pytest.approx(0.12, abs=1e-5)
    assert [numbers_in(said) for said in shown.said] == [["36"], ["36"]]


def test_a_fan_opens_from_no_angle() -> None:
    """The word's own angle is printed as 0."""
    origin, word, other = np.zeros(3), np.array([2.0, 2.0, 0.0]), np.array([3.0, 0.5, 0.0])
    fan = TwoAngles(origin, word, other, torch.tensor([0.0, 35.5]), ("#ff0000", "#0000ff"))
    assert [numbers_in(said) for said in fan.said] == [["0"], ["36"]] and fan.is_wide
    fan.open(0.0)
    assert np.allclose(fan.ray.get_end()[0], fan.ray.get_end()[1])
    fan.open(1.0)
    assert np.cross(fan.ray.get_end(), other)[2] == pytest.approx(0.0, abs=1e-5)


def test_a_share_is_told_by_its_angle_only_where_narrower_angles_have_larger_shares() -> None:
    figure = built(SIDES, {}, "16:9")
    side = figure.sides[0]
    assert figure._fan(side) is not None
    step = figure.numbers.left
    cosines = torch.nn.functional.cosine_similarity(step.vectors, step.vector[None])
    order = cosines.argsort(descending=True).tolist()
    assert order[:2] == [step.position, step.strongest]
    other = built(SIDES, {"left_phrase": "pear and apple"}, "16:9")
    step = other.numbers.left
    assert step.weights[step.position] < step.weights[step.strongest], "though its own angle is none"
    assert other._fan(other.sides[0]) is None


def test_words_without_a_share_stand_at_wider_angles_and_have_no_bar() -> None:
    """Their rays end at their places; the arc and its number are the narrowest of their angles."""
    figure = built(SIDES, {}, "16:9")
    side, step = figure.sides[0], figure.numbers.left
    others = figure._others(side, figure._fan(side))
    degrees = degrees_apart(step.vectors, step.vector).tolist()
    left = [at for at, word in enumerate(step.words) if word not in ("apple", "banana")]
    assert {token.word for token in others.words} == {step.words[at] for at in left}
    assert numbers_in(others.said) == [f"{min(degrees[at] for at in left):.0f}"]
    assert min(degrees[at] for at in left) > degrees[step.strongest]
    assert max(step.weights[at] for at in left) < 0.005
    for ray, token in zip(others.rays, others.words, strict=True):
        assert np.allclose(ray.get_end()[:2], on_stage(figure, step.vectors[step.words.index(token.word)]), atol=1e-5)
    tip, middle = others.arc.get_end() - figure.plane.origin, figure.start - figure.plane.origin
    cosine = float(tip @ middle) / float(np.linalg.norm(tip) * np.linalg.norm(middle))
    assert np.degrees(np.arccos(cosine)) == pytest.approx(min(degrees[at] for at in left), abs=0.1)


def test_legs_are_as_long_as_their_numbers_and_meet_at_a_right_angle() -> None:
    figure = built(SIDES, {}, "16:9")
    for side, steps in zip(figure.sides, figure.numbers.steps, strict=True):
        for axis, (first, last) in enumerate(side.legs.segments):
            way = np.subtract(last, first)
            assert abs(way[axis]) / figure.view.unit == pytest.approx(float(steps[axis]), abs=1e-5)
            assert way[1 - axis] == pytest.approx(0.0, abs=1e-6)


def test_no_dot_lies_below_an_icon() -> None:
    """Where the word sleeps it is smaller, and more dots are seen."""
    way = Travelled(np.zeros(3), np.array([1.0, 0.0, 0.0]), "#ff0000", clear=0.3).set_share(0.62)

    def seen() -> list[float]:
        return [float(dot.get_x()) for dot in way.dots if dot.get_fill_opacity() > 0]

    assert seen() == pytest.approx([0.15, 0.25])
    way.cover(0.15)
    assert seen() == pytest.approx([0.15, 0.25, 0.35, 0.45])
    assert way.set_share(0.1) and seen() == []


def test_both_pullers_are_equally_far_in_angle() -> None:
    numbers = default_run(SIDES).figure.numbers
    expected = math.degrees(math.atan2(1.6, 1.6) - math.atan2(0.2, 2.4))
    assert numbers.angles.tolist() == pytest.approx([expected] * 2, abs=1e-3)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((1.6, 0.277, 0.8, 1.81), ["1.6", "0.28", "0.8", "1.8"]),
        ((1.0, 0.5, 2.0, 2.0), ["1.0", "0.50", "2.0", "2.0"]),
        ((1.6, 0.277, 0.8, 1.89), None),  # a pencil gets 1.8
        ((1.6, 0.277, -1.4, 1.21), ["1.6", "0.28", "1.4", "1.2"]),
        ((1.62, 0.277, 0.8, 1.81), None),  # its old number is not printed exactly
    ],
)
def test_a_step_in_one_line_is_what_a_pencil_gets(given: tuple[float, ...], expected: list[str] | None) -> None:
    values = [torch.tensor(value) for value in given]
    line = step_line(*values, digits=1, size=34, color=DEFAULT.theme.ink, style=DEFAULT)
    assert (line if line is None else numbers_in(line)) == expected


def test_what_sleeps_has_no_numbers_and_is_smaller() -> None:
    """The first new place is printed again when both words have come to theirs."""
    made = default_run(SIDES)
    seen = [[said for _, said, _ in snapshot.numbers] for snapshot in made.snapshots]
    assert ["1.2" in numbers for numbers in seen] == [False, False, True, False, False, True, True]
    assert [numbers.count("1.2") for numbers in seen] == [0, 0, 2, 0, 0, 2, 2], "once more in a sum"
    assert ["0.2" in numbers for numbers in seen] == [False, *[True] * 5, False], "the end has both new places alone"
    assert sorted(text for text in seen[6] if "." in text) == ["1.2", "1.2", "1.8", "1.8"]
    assert seen[3].count("2.4") == 1, "the word's that is not in the phrase is not printed"
    first = made.figure.sides[0]
    heights = [
        top - low
        for word, (left, low, right, top) in made.snapshots[3].marks
        if word == "apple" and np.allclose([(left + right) / 2, (low + top) / 2], first.there[:2], atol=0.01)
    ]
    assert max(heights) < 0.6 * first.token.mark.height


def test_the_words_own_share_is_the_rest_of_the_road() -> None:
    """It stays there when the word has come; its number is right of the puller's, and both make up 100 percent."""
    figure = built(SIDES, {}, "16:9")
    side = figure.sides[0]
    figure._hang(side.bars)
    figure._lay_out(side, side.bars)
    road, own = side.road, side.bars.kept[0]
    cut = road.start + [side.share * road.length, 0.0, 0.0]
    assert np.allclose([own.start, own.start + own.way], [cut, road.end], atol=1e-5)
    assert road.own.get_left()[0] > road.percent.get_right()[0] and road.own.get_right()[0] < figure.stage.safe.right
    assert road.own.get_bottom()[1] == pytest.approx(road.percent.get_bottom()[1], abs=0.03)
    for each in figure.sides:
        assert sum(int(number) for number in numbers_in(each.road.said)) == 100
    made = default_run(SIDES)
    seen = [[said for _, said, _ in snapshot.numbers].count("72") for snapshot in made.snapshots]
    assert seen == [0, 1, 1, 0, 0, 1, 0]
    shown = {id(member) for mobject in made.figure.mobjects for member in mobject.get_family()}
    assert all(id(each.bars.kept[0]) not in shown for each in made.figure.sides)


def test_one_word_is_two_which_part_and_one_comes_out_of_each_phrase() -> None:
    """At the end of a beat the one that has been pulled is at its new place, and a fresh one at the old place."""
    made = default_run(SIDES)
    figure = made.figure
    first, second = figure.sides
    named = {"start": figure.start, "one": first.there, "other": second.there}
    seen = [
        {
            name
            for name, at in named.items()
            for word, (left, low, right, top) in snapshot.marks
            if word == "apple" and np.allclose([(left + right) / 2, (low + top) / 2], at[:2], atol=0.01)
        }
        for snapshot in made.snapshots
    ]
    waits, both = {"start", "one"}, {"one", "other"}
    assert seen == [{"start"}, {"start"}, {"one"}, waits, waits, both, both]


def test_in_the_end_both_words_leave_their_one_place_together() -> None:
    """Both go back to it and out again at one time, to where they were; the filled parts of the roads stay."""
    figure = default_run(SIDES).figure
    sides = figure.sides
    try:
        for first, ends in ((1.0, [figure.start] * 2), (0.0, [side.there for side in sides])):
            for side, end in zip(sides, ends, strict=True):
                motion = figure._come(side, first)
                motion.move_to_share(1.0)
                assert np.allclose(side.token.at, end) and np.allclose(side.band.pulled, end)
                assert side.road.tube.share == pytest.approx(side.share)
                come = side.road.token.at[0] - side.road.start[0]
                assert come == pytest.approx((1 - first) * side.share * side.road.length)
    finally:
        for side in sides:
            figure._come(side).move_to_share(1.0)


def test_a_word_comes_out_of_its_phrase_and_crosses_no_text() -> None:
    figure = built(SIDES, {}, "16:9")
    texts = [box_of(word) for side in figure.sides for word in side.phrase.words] + figure.plane.text_boxes()
    for side in figure.sides:
        word = side.phrase.words[side.pull.position].get_center()
        above = figure.start[1] > word[1]
        first = word + np.array([0.0, 0.5 if above else -0.5, 0.0])
        assert not figure._crosses(first, 0.0, texts)
        assert np.allclose(figure._on_way(first, 0.3, 0.0), first)
        assert np.allclose(figure._on_way(first, 0.3, 1.0), figure.start)


def test_bars_hang_from_words_as_long_as_weights_and_two_become_the_road() -> None:
    """On one scale, both phrases'; the puller's lies where the word will have come to. What gets nothing has none."""
    figure = built(SIDES, {}, "16:9")
    for side in figure.sides:
        bars, road, step = side.bars, side.road, side.pull
        bars.grow(1.0)
        for bar, word, weight in zip(bars.bars, side.phrase.words, step.weights.tolist(), strict=True):
            assert np.linalg.norm(bar.way) == pytest.approx(max(weight * _TALL, 0.03), abs=1e-5)
            assert (bar in bars.seen) == (f"{weight:.0%}" != "0%") == (word.text in ("apple", side.puller))
            assert bar.start[0] == pytest.approx(word.get_x(), abs=1e-5) and bar.start[1] < word.get_bottom()[1]
        longest = sorted(zip(step.weights.tolist(), step.words, strict=True))[::-1]
        assert [word for _, word in longest[:2]] == ["apple", side.puller]
        bars.lie_down(side.share).move_to_share(1.0)
        own, puller = bars.kept
        cut = road.start + [side.share * road.length, 0.0, 0.0]
        ends = [puller.start, puller.start + puller.way, own.start, own.start + own.way]
        assert np.allclose(ends, [road.start, cut, cut, road.end], atol=1e-5)


def test_shares_are_printed_where_they_are_the_printed_share_of_the_way() -> None:
    figure = built(SIDES, {}, "16:9")
    first, second = (numbers_in(side.bars.numbers) for side in figure.sides)
    assert first == ["72", "28"] and second == [], "phone's weight is 27 %, and small words help it along"


def test_an_equal_share_has_an_equally_similar_word_as_its_cause() -> None:
    """That is said where both dot products are the same as printed; else only that both come as far."""
    cause, effect = (beat.caption for beat in default_run(SIDES).figure.beats[4:6])
    assert cause == "“Phone” is just as similar as “banana” was: the same angle, on the other side."
    assert effect == "So “phone” pulls as hard: again about 28 percent of the way."
    world = load_world("article", {"vectors": {"phone": [0.2, 2.41]}})
    assert [f"{score:.2f}" for score in compute(SIDES, world).scores.tolist()] == ["4.16", "4.18"]
    alike = run(SIDES, world=world).figure.beats[5].caption
    assert alike == "Now “phone” pulls, as hard as “banana” did: again about 28 percent."


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_a_road_never_says_more_than_the_word_has_come(frame: str) -> None:
    """Its motion goes to its end and not past it."""
    figure = run(SIDES, frame=frame).figure
    side = figure.sides[0]
    come = figure._come(side)
    assert max(come.rate_func(time) for time in np.linspace(0.0, 1.0, 61)) <= 1.0


@pytest.mark.parametrize("apple", [[1.6, 1.6], [1.2, 1.9], [1.537, 1.6], [2.39, 0.5]])
def test_a_word_is_never_printed_where_it_was(apple: list[float]) -> None:
    """Both new places are rounded to what is true, and along no axis to the old number if the word moves there."""
    figure = run(SIDES, None, load_world("article", {"vectors": {"apple": apple}})).figure
    for side in figure.sides:
        texts = [text.replace("\N{MINUS SIGN}", "-") for text in numbers_in(side.landing)]
        for text, new, old in zip(texts, side.pull.updated.tolist(), apple, strict=bool(texts)):
            assert text == format_number(new, figure.digits).replace("\N{MINUS SIGN}", "-")
            assert float(text) != old or abs(new - old) < 0.005


def test_each_phrase_stands_over_its_own_road() -> None:
    figure = default_run(SIDES).figure
    for side in figure.sides:
        (left, low, right, _), road = box_of(side.phrase), box_of(side.road)
        assert low > road[3] and abs((left + right) - (road[0] + road[2])) < 0.4


def test_words_that_are_not_in_the_phrase_are_outlines() -> None:
    """And none is there before a phrase is spoken of in which it is."""
    made = default_run(SIDES)
    on_plane = made.figure.view.record.left
    seen = [{word for word, box in snapshot.marks if box[2] < on_plane} for snapshot in made.snapshots]
    assert [("banana" in words, "phone" in words) for words in seen] == [
        (False, False), *[(True, False)] * 2, *[(False, True)] * 3, (True, True)
    ]  # fmt: skip


def numbers_in(group) -> list[str]:
    return [number.shown for number in group.get_family() if isinstance(number, Number)]


@pytest.mark.parametrize(
    "phrase", ["I ate a banana and an apple", "I got a new laptop and an apple", "pear and pear and apple"]
)
def test_the_word_stops_where_the_drawn_bands_balance(phrase: str) -> None:
    """A spring of stiffness a pulls with a times its length; at rest the pulls add up to nothing."""
    figure = run(ALL, {"phrase": phrase}).figure
    force, stiffness = np.zeros(3), 0.0
    for word, mark in figure.pulls.items():
        assert np.allclose(mark.puller, figure.plane.place(figure.vectors[word])), "bands stay tied to the old places"
        stiff = mark.weight
        if isinstance(mark, Band):
            assert np.allclose(mark.pulled, figure.subject.mark.get_center(), atol=1e-6)
            stiff = drawn_width(mark) / (BROAD * WIDTH_OF_ONE)
            assert stiff == pytest.approx(figure.weight_of(word), abs=1e-6)
        force += stiff * (mark.puller - figure.subject.mark.get_center())
        stiffness += stiff
    assert stiffness == pytest.approx(1.0, abs=1e-5)
    assert np.linalg.norm(force) < 1e-5
    assert np.allclose(figure.subject.mark.get_center()[:2], on_stage(figure, figure.numbers.updated), atol=1e-5)


def test_the_sheet_is_as_wide_as_one_and_is_cut_into_the_weights() -> None:
    """Its pieces lie side by side up to its right edge; what is left at the other one are the hairs."""
    figure = built(ALL, {}, "16:9")
    one = figure.sheet.body.width
    assert one == pytest.approx(BROAD * WIDTH_OF_ONE) == figure.measure[0][0].get_length()
    right = float(figure.sheet.body.get_right()[0])
    for word in reversed(figure._cut()):
        piece = figure._piece(word, figure.flush[word]).body
        assert piece.width / one == pytest.approx(figure.weight_of(word), abs=1e-4)
        assert piece.get_right()[0] == pytest.approx(right, abs=1e-5)
        right -= float(piece.width)
    hairs = sum(figure.weight_of(word) for word in figure._slack())
    assert (right - figure.sheet.body.get_left()[0]) / one == pytest.approx(hairs, abs=1e-4)
    assert figure.edge == pytest.approx(right, abs=1e-5), "from here they come off"


def test_the_printed_shares_add_up_to_one() -> None:
    shown = [said for _, said, _ in default_run(ALL).snapshots[2].numbers if "." in said]
    assert sorted(shown) == ["0.28", "0.72"] and sum(map(float, shown)) == pytest.approx(1.0)


@pytest.mark.parametrize("word", ["banana", "apple"])
def test_a_piece_is_as_broad_all_the_way_to_its_word(word: str) -> None:
    figure = built(ALL, {}, "16:9")
    band = figure._piece(word, figure.parted[word])
    motion = figure._comes(word)
    for share in (0.0, 0.3, 0.7, 1.0 - 1e-3):
        motion.move_to_share(share)
        assert drawn_width(band) / (BROAD * WIDTH_OF_ONE) == pytest.approx(figure.weight_of(word), abs=1e-4)
    motion.move_to_share(1.0)
    assert np.allclose(band.puller, figure.words[word].at) and np.allclose(band.pulled, figure.subject.at)


def test_laid_straight_both_bands_share_the_way_as_their_words_share_the_rubber() -> None:
    """As the sheet is cut, so is the way: the one band is as broad as the other is long, and so they pull alike."""
    figure = default_run(ALL).figure
    own, other = figure.balance.bands
    lengths = [float(np.linalg.norm(band.pulled - band.puller)) for band in (own, other)]
    share = lengths[0] / sum(lengths)
    assert share == pytest.approx(float(share_of_way(figure.numbers)), abs=1e-6)
    assert numbers_in(figure.said) == [f"{100 * share:.0f}"] == ["28"]
    assert numbers_in(figure.weights["banana"]) == ["0.28"]
    pulls = [drawn_width(band) * length for band, length in zip((own, other), lengths, strict=True)]
    assert pulls[0] == pytest.approx(pulls[1], rel=0.02), "but for the hairs"
    done = figure.balance.notches[1]
    assert done.get_length() == pytest.approx(lengths[0], abs=1e-5)


def test_words_that_hardly_pull_lie_behind_the_word() -> None:
    """All of them lie in the darker half of the plane, and no other word does."""
    figure = default_run(ALL).figure
    shade, border = figure.behind
    outline = shade.get_vertices()[:, :2]
    inside = {word for word, token in figure.words.items() if encloses(outline, token.at[:2])}
    assert inside == set(figure._slack()) == {"I", "ate", "a", "and", "an"}
    ends = [border.get_start() - figure.plane.origin, border.get_end() - figure.plane.origin]
    ahead = figure.start - figure.plane.origin
    assert all(abs(float(end @ ahead)) < 0.05 for end in ends), "at a right angle to the word's own direction"
    far = load_world("article", {"vectors": {"I": [0.3, 0.3]}})
    assert not len(run(ALL, None, far).figure.behind)


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("I ate a banana and an apple", "“Banana” is alike: 0.28. “Apple” itself gets the most: 0.72"),
        ("apple apple", "There is no other word: “apple” itself gets all of it"),
        ("pear banana orange apple", "Of the other words, “pear” gets the most, 0.41"),
    ],
)
def test_the_caption_names_the_strongest_of_the_other_words(phrase: str, said: str) -> None:
    shown = run(ALL, {"phrase": phrase})
    assert said in next(each.beat.caption for each in shown.snapshots if each.beat.name == "cut")


@pytest.mark.parametrize("degrees", [0.0, 30.0, 90.0, 135.0, 180.0])
def test_degrees_are_measured_from_the_pulled_word(degrees: float) -> None:
    turned = math.radians(degrees)
    vectors = torch.tensor([[3.0, 0.0], [2 * math.cos(turned), 2 * math.sin(turned)]], dtype=torch.float64)
    assert degrees_apart(vectors, vectors[0]).tolist() == pytest.approx([0.0, degrees])


def test_the_grid_runs_on_where_a_number_has_left() -> None:
    figure = run(ALL, None, load_world("article", {"vectors": {"and": [-1.2, 0.8]}})).figure
    assert len(figure.leaving) == 1 and not default_run(ALL).figure.leaving
    boxes = [box_of(number) for number in figure.leaving]
    assert not any(overlap(box, left_out) for box in boxes for left_out in figure.ground.gaps)


def test_all_threads_hang_alike_and_leave_before_the_word_is_pulled_away() -> None:
    made = default_run(ALL)
    assert {made.figure.pulls[word].slack for word in made.figure._slack()} == {made.figure.hangs}
    shown = {id(member) for mobject in made.figure.mobjects for member in mobject.get_family()}
    for word in made.figure._slack():
        assert id(made.figure.pulls[word].line) not in shown
    assert all(id(made.figure.pulls[word].body) in shown for word in ("banana", "apple"))


@pytest.mark.parametrize(("name", "puller"), [(SIDES, "banana")])
def test_a_band_ends_behind_its_pullers_icon(name: str, puller: str) -> None:
    figure = default_run(name).figure
    band = figure.pulls[puller] if name != SIDES else figure.sides[0].band
    token = figure.words[puller]
    along = (band.puller - band.pulled) / np.linalg.norm(band.puller - band.pulled)
    end = band.body.points @ along
    assert end.max() > token.at @ along + 0.05, "a banana's middle is beside it"
    assert end.max() < token.at @ along + token.height_of_icon / 2


def test_a_shadow_times_the_length_is_the_score() -> None:
    """Shadows and arrows are measured on the stage, in its scene units, and multiplied."""
    figure = default_run("attention-all-dot-product").figure
    numbers, origin = figure.numbers, figure.plane.origin
    assert torch.allclose(numbers.shadows * numbers.length, numbers.scores, atol=1e-6)
    tip = figure.arrows[numbers.word].end
    assert np.allclose(tip[:2], on_stage(figure, numbers.vector), atol=1e-5)
    along = (tip - origin) / np.linalg.norm(tip - origin)
    for word, score in zip(numbers.words, numbers.scores, strict=True):
        shadow = figure.shadows[word]
        foot = float((shadow.foot - origin) @ along)
        assert abs((shadow.foot - figure.arrows[word].end) @ along) < 1e-5, "light falls straight down on the line"
        slab = np.linalg.norm(shadow.corners[3] - shadow.corners[0])
        # In the end the pulled word's own begins where the most similar word's ends.
        covered = float((figure.shadows[figure.told[0]].foot - origin) @ along) if word == numbers.word else 0.0
        assert slab == pytest.approx(abs(foot) - covered, abs=1e-3)
        unit = figure.view.unit
        assert foot / unit * np.linalg.norm(tip - origin) / unit == pytest.approx(float(score), abs=1e-4)


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_bars_are_as_long_as_their_dot_products(frame: str) -> None:
    figure = run("attention-all-dot-product", frame=frame).figure
    axis, ledger = (1, figure.ledger) if frame == "1:1" else (0, figure.ledger)
    zero = ledger.zero.get_center()[axis]
    for bar, score in zip(ledger.bars, figure.numbers.scores, strict=True):
        far = max((edge[axis] - zero for edge in bar.get_start_anchors()), key=abs)
        assert far / ledger.unit == pytest.approx(float(score), abs=1e-4)


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_a_bar_grows_with_its_shadow_and_is_stretched_to_its_score(frame: str) -> None:
    figure = run("attention-all-dot-product", {"phrase": "pear and apple"}, frame=frame).figure
    axis, ledger, numbers = (1 if frame == "1:1" else 0), figure.ledger, figure.numbers
    for index, word in enumerate(numbers.words):
        shine = figure._shine(word, figure._share)
        for motion, value in ((shine, numbers.shadows), (figure._multiply(word), numbers.scores)):
            motion.interpolate(1.0)
            ends = ledger.bars[index].get_start_anchors()[:, axis] - ledger.zero.get_center()[axis]
            assert max(ends, key=abs) / ledger.unit == pytest.approx(float(value[index]), abs=1e-4)


@pytest.mark.parametrize("frame", ["16:9", "4:3"])
def test_names_stand_in_one_column_in_the_phrases_order(frame: str) -> None:
    figure = run("attention-all-dot-product", frame=frame).figure
    ledger = figure.ledger
    assert np.ptp([name.get_left()[0] for name in ledger.names]) < 1e-6
    assert max(name.get_right()[0] for name in ledger.names) < ledger.zero.get_center()[0]
    assert ledger.places == sorted(ledger.places, reverse=True)
    for index, (name, number) in enumerate(zip(ledger.names, ledger.numbers, strict=True)):
        texts = [text.baseline + text.cap_height / 2 for text in (name, number)]
        middles = [ledger.bars[index].get_center()[1], *texts]
        assert middles == pytest.approx([ledger.places[index]] * 3, abs=1e-5)


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_the_number_of_a_shadow_rides_with_its_bar_to_the_score(frame: str) -> None:
    figure = run("attention-all-dot-product", frame=frame).figure
    numbers, ledger = figure.numbers, figure.ledger
    word = numbers.words[numbers.strongest]
    score, filed = ledger.numbers[numbers.strongest], figure._filed(word)
    assert filed.value == pytest.approx(float(numbers.shadows[numbers.strongest]))
    bar = [ledger.corners(numbers.strongest, share)[2] for share in (1 / float(numbers.length), 1.0)]
    axis = 1 if frame == "1:1" else 0
    ends = [number.baseline if axis else number.get_left()[0] for number in (filed, score)]
    assert ends[1] - ends[0] == pytest.approx(float((bar[1] - bar[0])[axis]), abs=1e-5)


def test_as_an_arrow_turns_on_to_a_word_its_product_is_that_of_its_shadow() -> None:
    """At a right angle there is no shadow; then shadow, bar and number grow as one."""
    figure = default_run("attention-all-dot-product").figure
    word = figure.told[1]
    turns, grown = figure._swing(word), figure._turned(word)
    assert grown(0.0) == pytest.approx(0.0, abs=1e-6) and grown(1.0) == pytest.approx(1.0)
    for share in (0.0, 0.3, 0.7, 1.0):
        turns.move_to_share(share)
        reach = np.linalg.norm(figure.shadows[word].foot - figure.plane.origin)
        shadow = float(figure.numbers.shadows[figure.numbers.words.index(word)])
        assert reach / figure.view.unit == pytest.approx(-shadow * grown(share), abs=1e-5)


def test_shadows_lie_on_the_line_and_end_at_their_numbers() -> None:
    """The most similar word's covers the first part of the pulled word's own, which shows the rest."""
    figure = default_run("attention-all-dot-product").figure
    numbers, origin = figure.numbers, figure.plane.origin
    own, word = numbers.word, figure.told[0]
    along = figure.arrows[own].end - origin
    for each in numbers.words:
        near, aside, far, last = figure.shadows[each].corners
        for middle in ((near + aside) / 2, (far + last) / 2):
            assert abs((middle - origin) @ [-along[1], along[0], 0.0]) < 1e-3
    assert np.allclose(
        figure.shadows[own].corners[0] + figure.shadows[own].corners[1], 2 * figure.shadows[word].foot, atol=1e-3
    )
    assert figure.compared
    seen = set(figure.get_mobject_family_members())
    for each in (own, word):
        mark, number = figure.feet[each], figure.amounts[each][1][-1]
        assert np.allclose(mark.get_start(), figure.shadows[each].foot, atol=1e-3)
        assert np.linalg.norm(number.get_center() - mark.get_end()) < 0.75
        assert {mark, number} <= seen
        assert number.value == pytest.approx(float(numbers.shadows[numbers.words.index(each)]), abs=1e-5)


@pytest.mark.parametrize("phrase", ["I ate a banana and an apple", "I got a new laptop and an apple", "a apple"])
def test_printed_shadow_times_printed_length_is_the_printed_score(phrase: str) -> None:
    figure = run("attention-all-dot-product", {"phrase": phrase}).figure
    assert figure.products
    for word, line in figure.products.items():
        shadow, length, score = (
            piece.shown.replace("\N{MINUS SIGN}", "-")
            for group in (line, figure.results[word])
            for piece in group.get_family()
            if isinstance(piece, Number)
        )
        assert f"{float(shadow) * float(length):.2f}" == score
        (filed, *_) = (n.shown for n, w in zip(figure.ledger.numbers, figure.numbers.words, strict=True) if w == word)
        assert filed.replace("\N{MINUS SIGN}", "-") == score


def test_softmax_is_torchs() -> None:
    numbers = default_run("attention-all-softmax").figure.numbers
    assert torch.allclose(numbers.exponentials / numbers.total, numbers.weights, atol=1e-6)
    assert torch.allclose(numbers.weights, torch.softmax(numbers.scores, dim=-1))


def size_of(bar) -> np.ndarray:
    corners = bar.get_start_anchors()
    return corners.max(axis=0) - corners.min(axis=0)


@pytest.mark.parametrize(("frame", "axis"), [("16:9", 1), ("9:16", 0)])
def test_bars_and_strip_have_one_scale(frame: str, axis: int) -> None:
    """Every bar ends as a piece of the strip, as long as it was high: e to its score, on the chart's last scale."""
    figure = run("attention-all-softmax", frame=frame).figure
    chart, strip = figure.chart.copy(), figure.sums
    chart.draw(chart.top_score)
    heights = [size_of(bar)[1] for bar in chart.bars]
    for index in range(len(heights)):
        chart.draw_bar(index, strip.corners(index))
    pieces = [size_of(bar)[axis] for bar in chart.bars]
    assert np.allclose(pieces, heights, atol=1.1e-3)  # a bar is at least a thousandth high
    assert np.allclose(heights, figure.numbers.exponentials * chart.up, atol=1.1e-3)
    assert sum(pieces) == pytest.approx(strip.length, abs=0.01)
    assert strip.length / chart.up == pytest.approx(float(figure.numbers.total), rel=1e-5)


def test_a_name_and_its_number_stand_beside_their_own_piece() -> None:
    figure = default_run("attention-all-softmax").figure
    for strip in (figure.sums, figure.shares):
        for index, block in strip.names.items():
            heights = [corner[1] for corner in strip.corners(index)]
            assert min(heights) < block.get_bottom()[1] and block.get_top()[1] < max(heights)
        cap, _ = strip.end
        assert cap.get_y() == pytest.approx(strip.place(strip.length)[1]) and strip.others.get_bottom()[1] > cap.get_y()


HAIR = 0.03
"""Scene units from the axis up to the lowest place of the curve over it."""


def test_the_scale_squeezes_so_that_the_curve_stays_in_the_frame() -> None:
    chart = default_run("attention-all-softmax").figure.chart.copy()
    units = []
    for pen in np.linspace(chart.first, chart.top_score, 60):
        chart.draw(float(pen))
        units.append(chart.up)
        zero = chart.room.origin
        curve = chart.curve.get_start_anchors() - zero
        heights = np.maximum(np.exp(curve[:, 0] / chart.across), HAIR / chart.up)
        assert np.allclose(curve[:, 1] / chart.up, heights, rtol=1e-5), "flat on the axis, where nothing can be seen"
        assert curve[:, 1].max() <= chart.room.tallest + 1e-6
        for value, tick in chart.aside.items():
            assert (tick[0].get_y() - zero[1]) / chart.up == pytest.approx(value, abs=1e-5)
        for bar, score in zip(chart.bars, chart.scores, strict=True):
            if score <= pen:
                assert size_of(bar)[1] == pytest.approx(max(np.exp(score) * chart.up, 1e-3), abs=2e-6)
    assert units[0] == chart.room.start
    assert all(after <= before for before, after in zip(units, units[1:], strict=False)), "it never grows again"


def test_words_fall_on_the_line_and_lie_down_to_their_scores() -> None:
    figure = default_run("attention-all-softmax").figure
    numbers, origin = figure.numbers, figure.plane.origin
    along = figure.plane.place(numbers.vector) - origin
    for word, row, score in zip(numbers.words, numbers.vectors, numbers.scores, strict=True):
        foot = figure.foot(word, 0.0)
        assert abs((foot - figure.plane.place(row)) @ along) < 1e-4, "straight down on the line"
        assert abs((foot - origin) @ [-along[1], along[0], 0.0]) < 1e-5, "on the line"
        lain = figure.foot(word, 1.0) - figure.chart.room.origin
        assert lain / figure.chart.across == pytest.approx([float(score), 0.0, 0.0], abs=1e-5)
        stands = figure.words[word].mark.get_center()[0] - figure.chart.room.origin[0]
        assert stands / figure.chart.across == pytest.approx(float(score), abs=0.1)
    for value, tick in figure.chart.along.items():
        assert tick[0].get_x() == pytest.approx(figure.room.origin[0] + value * figure.chart.across, abs=1e-5)


@pytest.mark.parametrize(
    "phrase",
    ["I ate a banana and an apple", "I got a new laptop and an apple", "I ate an orange and pear and an apple"],
)
def test_what_is_printed_of_softmax_adds_up_and_divides(phrase: str) -> None:
    figure = run("attention-all-softmax", {"phrase": phrase}).figure
    seen = [float(number.shown) for number in figure.sums.numbers]
    total = float(figure.total[1].shown)
    assert sum(seen) == pytest.approx(total, abs=1e-9)
    fraction = [float(piece.shown) for piece in figure.formula[1].get_family() if hasattr(piece, "shown")]
    _, top, bottom, weight = fraction
    assert f"{top / bottom:.2f}" == f"{weight:.2f}"
    assert bottom == total
    assert top in seen


PHRASES = ["I ate a banana and an apple", "pear and pear and apple", "banana pear orange phone laptop apple", "a apple"]


@pytest.mark.parametrize("phrase", PHRASES)
def test_the_chain_ends_where_the_bands_hold_the_word(phrase: str) -> None:
    figure = run(UPDATE, {"phrase": phrase}).figure
    numbers, at = figure.numbers, figure.plane.origin
    expected = [numbers.weighted[index] for index in figure.order]
    expected += [numbers.weighted[figure.small].sum(dim=0)] * bool(figure.small)
    for link, row in zip(figure.links, expected, strict=True):
        assert np.allclose(link.start, at, atol=1e-5)
        assert np.allclose((link.end - link.start)[:2] / figure.view.unit, row.numpy(), atol=1e-5)
        at = link.end
    new = on_stage(figure, numbers.updated)
    assert np.allclose(at[:2], new, atol=1e-5)
    assert np.allclose(figure.subject.mark.get_center()[:2], new, atol=1e-5)
    for band in figure.bands:
        assert np.allclose(band.pulled[:2], new, atol=1e-5)
    for word, token in figure.pullers.items():
        assert np.allclose(token.at[:2], on_stage(figure, figure.vectors[word]), atol=1e-5), "back at its place"


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_areas_are_weight_times_distance_and_alike_where_the_word_rests(frame: str) -> None:
    figure = run(UPDATE, frame=frame).figure
    areas, numbers = figure.areas, figure.numbers
    sizes = []
    for piece, word in zip(areas.pieces, ("apple", "banana"), strict=True):
        row = numbers.words.index(word)
        wide, long = (float(numbers.weights[row]), float(numbers.distances[row]))
        drawn = (piece.width / areas.unit, piece.height / areas.unit)
        assert sorted(drawn) == pytest.approx(sorted((wide, long)), abs=2e-3)
        sizes.append(wide * long)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.03)
    shown = [[float(number.shown) for number in row] for row in areas.numbers]
    assert shown == [[0.720, 0.44, 0.32], [0.276, 1.17, 0.32]]
    assert all(f"{weight * distance:.2f}" == f"{result:.2f}" for weight, distance, result in shown)


def test_slabs_grow_straight_up_from_their_brackets() -> None:
    figure = built(UPDATE, {}, "16:9")
    slabs, numbers = figure.areas, figure.numbers
    rows = [numbers.position, numbers.strongest]
    weights, distances = numbers.weights[rows].tolist(), numbers.distances[rows].tolist()
    way = slabs.growing(*distances)
    for share in np.linspace(0.1, 1.0, 7):
        way.move_to_share(float(share))
        for piece, bracket, weight, distance in zip(slabs.pieces, slabs.rows[1:], weights, distances, strict=True):
            assert (piece.width, piece.height) == pytest.approx((slabs.unit * weight, slabs.unit * share * distance))
            assert piece.get_x() == pytest.approx(bracket.get_x(), abs=1e-5) and piece.get_bottom()[1] > bracket.get_y()


def test_pulls_stand_within_their_slabs() -> None:
    slabs = default_run(UPDATE).figure.areas
    assert slabs.is_inside
    for piece, *written in zip(slabs.pieces, slabs.called, slabs.products, strict=True):
        number = VGroup(*written)
        (left, low), (right, top) = number.get_corner(DL)[:2], number.get_corner(UR)[:2]
        edges = piece.get_left()[0], piece.get_bottom()[1], piece.get_right()[0], piece.get_top()[1]
        assert edges[0] < left and edges[1] < low and right < edges[2] and top < edges[3]


def test_slabs_are_as_high_as_the_bands_are_long_from_the_held_word_to_where_it_rests() -> None:
    """They differ while it is held, and are alike where it rests."""
    figure = built(UPDATE, {}, "16:9")
    slabs, areas = figure.areas, []
    for at in (figure.aside, (figure.aside + figure.there) / 2, figure.there):
        slabs.put(*figure._stretched(at))
        for piece, word in zip(slabs.pieces, ("apple", "banana"), strict=True):
            length = np.linalg.norm((at - figure.plane.place(figure.vectors[word]))[:2]) / figure.view.unit
            shape = slabs.unit * figure.weight_of(word), slabs.unit * length
            assert (piece.width, piece.height) == pytest.approx(shape, rel=1e-4)
        areas.append([piece.width * piece.height for piece in slabs.pieces])
    own, other = zip(*areas, strict=True)
    assert own[0] > 1.5 * other[0] and own[1] > 1.1 * other[1] and own[2] == pytest.approx(other[2], rel=0.03)
    assert figure._is_named_early(slabs)


def test_held_pulls_are_weights_times_distances_and_stand_within_their_slabs() -> None:
    figure = built(UPDATE, {}, "16:9")
    slabs, lengths = figure.areas, figure._stretched(figure.aside)
    slabs.put(*lengths)
    held = slabs.at_lengths(*lengths)
    pulls = [figure.weight_of(word) * length for word, length in zip(("apple", "banana"), lengths, strict=True)]
    shown = [f"{each:.2f}" for pair in zip(lengths, pulls, strict=True) for each in pair]
    assert [text for each in held for text in numbers_in(each)] == shown
    for number, piece in zip(held[1::2], slabs.pieces, strict=True):
        assert number.get_x() == pytest.approx(piece.get_x()) and number.width < piece.width
    # 0.720 × 1.87 is 1.35, but 0.7203 × 1.867 is 1.34: no pencil gets that, and the distances stand alone.
    assert [numbers_in(each) for each in slabs.at_lengths(1.867, 1.867)] == [["1.87"], ["1.87"]]


def test_slabs_follow_the_bands_when_the_resting_word_is_taken_aside_and_let_go() -> None:
    figure = default_run(UPDATE).figure
    beats = {beat.name: beat for beat in figure.beats}
    assert list(beats)[-2:] == ["new-place", "balance"]
    for piece, length, weight in zip(
        figure.areas.pieces, figure._stretched(figure.subject.at), (0.7203, 0.2758), strict=True
    ):
        assert piece.height / piece.width == pytest.approx(length / weight, rel=1e-3)


def test_the_new_places_numbers_stand_beside_the_ring_and_give_way_to_the_bands() -> None:
    figure = built(UPDATE, {}, "16:9")
    left, low, right, top = box_of(figure.found)
    assert low < figure.there[1] < top and 0.0 < left - figure.target.get_right()[0] < 0.3
    figure._carried(figure.aside).move_to_share(1.0)
    band = next(band for band in figure.bands if not band.pinned)
    assert figure.gives_way and band.get_left()[0] < right and band.get_right()[0] > left


def test_weights_are_the_measured_widths_and_distances_stand_in_one_row() -> None:
    slabs = default_run(UPDATE).figure.areas
    for bracket, weight in zip(slabs.rows[1:], (0.7203, 0.2758), strict=True):
        assert bracket[0].get_length() / slabs.unit == pytest.approx(weight, abs=1e-4)
    assert [numbers_in(row) for row in (slabs.rows[0], slabs.distances, slabs.products)] == [
        ["0.720", "0.276"], ["0.44", "1.17"], ["0.32", "0.32"]
    ]  # fmt: skip
    for row in [*zip(*slabs.numbers, strict=True)][:2]:
        assert row[0].baseline == pytest.approx(row[1].baseline)


def test_both_bands_have_their_lengths_beside_them_at_last() -> None:
    """The same numbers that stand beside the slabs; each nearer to its own band."""
    figure = default_run(UPDATE).figure
    assert [numbers_in(text) for text in figure.lengths] == [["0.44"], ["1.17"]]
    middles = [(figure.there + end) / 2 for end in (figure.old, figure.words["banana"].at)]
    for own, other, text in zip(middles, middles[::-1], figure.lengths, strict=True):
        at = text.get_center()
        assert np.linalg.norm(at - own) < np.linalg.norm(at - other)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_both_bands_are_seen_before_it_is_asked_where_the_word_will_rest(frame: str) -> None:
    """It is held off the way between both ends, so that its own band is out, and nothing tells the answer."""
    figure = built(UPDATE, {}, frame)
    figure._carried(figure.aside).move_to_share(1.0)
    assert np.allclose(figure.subject.at, figure.aside)
    for band in figure.bands:
        word = "apple" if band.pinned else "banana"
        assert np.allclose(band.puller, figure.plane.place(figure.vectors[word]))
        assert np.allclose(band.pulled, figure.aside) and np.linalg.norm(band.pulled - band.puller) > 0.7
        assert drawn_width(band) == pytest.approx(_SLIM * WIDTH_OF_ONE * figure.weight_of(word), abs=1e-6)
    way = figure.words["banana"].at - figure.old
    apart = np.cross(way, figure.aside - figure.old)[2] / np.linalg.norm(way)
    assert abs(apart) > 0.6
    assert 0.2 < np.linalg.norm(figure.pointer.get_corner(UL) - figure.subject.at) < 0.4, "in somebody's hold"


def test_a_hollow_ring_is_where_the_arrows_end() -> None:
    figure = default_run(UPDATE).figure
    assert figure.target.get_fill_opacity() == 0.0, "the last arrow's tip is seen in it"
    assert np.allclose(figure.target.get_center(), figure.joints()[-1], atol=1e-5)
    assert np.allclose(figure.glow.get_center(), figure.there, atol=1e-5), "the light is where the word rests"


@pytest.mark.parametrize("frame", ["16:9", "1:1", "9:16", "4:3"])
def test_the_ring_keeps_off_the_outline_at_the_words_old_place(frame: str) -> None:
    figure = built(UPDATE, {}, frame)
    radius = figure.target.width / 2
    assert radius + figure.outlines[0].height / 2 < np.linalg.norm(figure.there - figure.old)
    assert radius >= 0.1, "the last arrow's tip is seen in it"


def test_an_arrow_ends_at_its_words_place_over_its_icon() -> None:
    figure = built(UPDATE, {}, "16:9")
    for word, arrow in zip(figure.numbers.words, figure.arrows, strict=True):
        token, place = figure.words[word], figure.plane.place(figure.vectors[word])
        assert np.allclose(arrow.end, place) and np.allclose(token.at, place)
        assert (arrow.body.z_index > token.mark.z_index) == (word in ("apple", "banana"))


def test_icons_are_outlines_while_arrows_end_at_them() -> None:
    made = default_run(UPDATE)
    seen = [{word for word, _ in snapshot.marks} & {"apple", "banana"} for snapshot in made.snapshots]
    assert seen == [{"apple", "banana"}, set(), set(), set(), {"apple", "banana"}, {"apple", "banana"}]
    for word, outline in zip(("apple", "banana"), made.figure.outlines, strict=True):
        assert np.allclose(outline.get_center()[:2], on_stage(made.figure, made.figure.vectors[word]), atol=0.05)


def test_what_many_words_have_together_is_no_factor() -> None:
    """Their weight stays before their name, and no sign says that it is multiplied with anything."""
    terms = default_run(UPDATE).figure.terms
    weights = [[float(p.shown) for p in row.get_family() if isinstance(p, Number)][0] for row in terms.listed]
    assert weights == [0.720, 0.276, 0.004] and sum(weights) == pytest.approx(1.0)
    assert numbers_in(terms.factors[-1]) == ["0.004"] and len(terms.factors[-1]) == 2 and len(terms.factors[0]) == 3


@pytest.mark.parametrize("phrase", PHRASES)
def test_what_is_printed_of_the_sum_adds_up_and_multiplies(phrase: str) -> None:
    """Or the sum says with its sign that it is rounded."""
    figure = run(UPDATE, {"phrase": phrase}).figure
    *terms, total = [
        [float(number.shown.replace("\N{MINUS SIGN}", "-")) for number in row] for row in figure.terms.numbers
    ]
    adds = np.allclose(np.sum(terms, axis=0), total, atol=10.0 ** -(figure.terms.digits + 2))
    assert adds or figure.terms.is_rounded
    if phrase == PHRASES[0]:
        assert terms == [[1.15, 1.15], [0.66, 0.06], [0.0, 0.0]] and total == [1.81, 1.21]
        for weight, word, row in ((0.720, "apple", terms[0]), (0.276, "banana", terms[1])):
            vector = figure.vectors[word]
            assert [round(weight * round(float(each), 2), 2) for each in vector] == row


def test_another_vector_makes_another_film() -> None:
    """Changing apple's vector moves its point and every number that depends on it."""
    world = load_world("article", {"vectors": {"apple": [1.2, 1.9]}})
    changed, before = run("attention-all-dot-product", None, world), default_run("attention-all-dot-product")
    assert changed.figure.numbers.scores.tolist() != before.figure.numbers.scores.tolist()
    assert changed.figure.ledger.numbers[-1].shown == "5.05"
    tip = changed.figure.arrows["apple"].end
    assert np.allclose(tip[:2], on_stage(changed.figure, torch.tensor([1.2, 1.9])), atol=1e-5)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("attention-all-softmax", {"phrase": "fruitt apple"}, 'unknown word "fruitt" in phrase'),
        ("attention-all-softmax", {"phrase": "I ate an aple"}, 'unknown word "aple" in phrase; did you mean "apple"?'),
        ("attention-all-softmax", {"phrase": "  "}, "phrase is empty; give at least one word"),
        ("attention-all-softmax", {"phrase": "apple"}, "phrase must have 2 to 16 words in this figure; got 1"),
        (
            "attention-all-softmax",
            {"phrase": "a " * 16 + "I"},
            "phrase must have 2 to 16 words in this figure; got 17",
        ),
        (
            "attention-all-softmax",
            {"word": "pear"},
            'word must be one of the phrase\'s words (I, ate, a, banana, and, an, apple); got "pear"',
        ),
        (
            "attention-random-embedding",
            {"words": ["pear", "pear", "phone"]},
            "words must be three different words; got pear, pear, phone",
        ),
    ],
)
def test_what_does_not_fit_is_said(name: str, parameters: dict, message: str) -> None:
    figure = load_figure(name)
    with pytest.raises(UserError) as error:
        figure.compute(figure.read_parameters(parameters), load_world(figure.world_name))
    assert str(error.value) == message


def test_a_word_without_direction_has_no_line() -> None:
    figure = load_figure("attention-all-dot-product")
    with pytest.raises(UserError) as error:
        figure.compute(figure.Parameters(), load_world("article", {"vectors": {"apple": [0.0, 0.0]}}))
    assert str(error.value) == (
        'the vector of "apple" is (0, 0): it has no line on which words could throw shadows; give it another one'
    )


def test_exponents_have_a_limit() -> None:
    figure = load_figure("attention-all-softmax")
    world = load_world("article", {"vectors": {"apple": [40.0, 40.0]}})
    with pytest.raises(UserError) as error:
        figure.compute(figure.Parameters(), world)
    assert str(error.value) == (
        "the largest dot product is 3200, too large an exponent to draw (at most 80); make the vectors shorter"
    )


def test_a_negative_score_is_seen_to_become_a_positive_height() -> None:
    figure = default_run("attention-all-softmax").figure
    score, height = (piece.value for piece in figure.positive.get_family() if isinstance(piece, Number))
    negative = [value for value in figure.numbers.scores.tolist() if value < 0]
    assert score == pytest.approx(max(negative)) and height == pytest.approx(np.exp(max(negative)))
    share = figure._hold_low()
    pen = figure.chart.first + share * (figure.chart.top_score - figure.chart.first)
    assert 0 < share < 1 and figure.chart.squeezed(pen) == pytest.approx(figure.room.start)
    assert figure.chart.squeezed(pen + 0.01) < figure.room.start


def test_scores_are_written_out_and_add_up() -> None:
    figure = default_run("attention-all-softmax").figure
    for line in figure.sums_of_scores.lines:
        *factors, score = [float(n.shown) for piece in line for n in piece.get_family() if isinstance(n, Number)]
        products = [one * other for one, other in zip(factors[::2], factors[1::2], strict=True)]
        assert sum(products) == pytest.approx(score, abs=1e-9)


@pytest.mark.parametrize("lain", [0.0, 0.4, 1.0])
def test_marks_on_the_line_measure_scores_while_it_lies_down(lain: float) -> None:
    figure = default_run("attention-all-softmax").figure
    figure._lay(lain)
    numbers = figure.numbers
    at = {value: tick[0].get_center() for value, tick in figure.chart.along.items()}
    for word, score in zip(numbers.words, numbers.scores.tolist(), strict=True):
        low, high = at[1.0], at[5.0]
        assert np.allclose(low + (score - 1) / 4 * (high - low), figure.foot(word, lain), atol=1e-4)


def test_the_curve_meets_the_middle_of_a_bars_top() -> None:
    chart = default_run("attention-all-softmax").figure.chart.copy()
    chart.draw(chart.top_score)
    for dot, index in zip(chart.dots, sorted(chart.heavy), strict=True):
        *_, right, left = chart.corners(index)
        assert np.allclose(dot.get_center(), (left + right) / 2, atol=1e-5)
        near = chart.curve.points - dot.get_center()
        assert np.linalg.norm(near, axis=1).min() < 0.06


def test_the_rulers_middle_is_one_half() -> None:
    figure = default_run("attention-all-softmax").figure
    (number,) = [each for each in figure.half[0].get_family() if isinstance(each, Number)]
    assert number.value == 0.5
    assert number.get_y() == pytest.approx(figure.ruler[0].get_center()[1], abs=1e-6)


def test_a_small_words_name_rides_above_its_dot() -> None:
    figure = default_run("attention-all-softmax").figure
    assert not figure.led
    for word, name in figure.chart_names.items():
        token, half = figure.words[word], name.width / 2 + 0.2
        assert abs(name.get_x() - token.at[0]) < half and name.get_bottom()[1] > token.at[1]


def test_a_line_leads_from_a_dot_to_a_name_that_stands_aside() -> None:
    figure = run("attention-all-softmax", {"phrase": "I ate a banana and an apple"}, frame="1:1").figure
    for word in figure.led:
        token = figure.words[word]
        *_, lead = token.label
        start, end = lead.get_start(), lead.get_end()
        assert start[0] == pytest.approx(token.at[0], abs=1e-6)
        assert token.at[1] < start[1] < end[1]


def test_a_lead_in_score_multiplies_the_height() -> None:
    figure = default_run("attention-all-softmax").figure
    lines, copies = figure.lead
    shown = [float(piece.shown) for piece in lines.get_family() if isinstance(piece, Number)]
    behind, lead, ahead, exponent, power, low, ratio, high = shown
    assert (exponent, power) == (lead, ratio) and round(math.exp(exponent), 2) == power
    assert behind + lead == pytest.approx(ahead) and round(low * ratio, 1) == high
    assert len(copies) == int(np.ceil(ratio))
    assert sum(float(number.shown) for number in figure.counts) == pytest.approx(ratio)
    assert sum(copy.height for copy in copies) == pytest.approx(figure.chart.risen(figure.numbers.position), abs=0.08)


def test_an_arrow_that_is_on_the_stage_does_not_grow_again() -> None:
    figure = default_run("attention-all-dot-product").figure
    assert figure._aimed_again("banana") == []
    assert len(figure._aimed_again("and")) == 2


def test_a_shadow_and_its_bar_have_one_color() -> None:
    figure = default_run("attention-all-dot-product").figure
    for word, bar in zip(figure.numbers.words, figure.ledger.bars, strict=True):
        assert figure.shadows[word].slab.get_fill_color().to_hex() == bar.tone.to_hex()


def test_an_arrow_turns_from_its_words_place_to_a_right_angle() -> None:
    figure = default_run("attention-all-dot-product").figure
    word, origin = figure.told[1], figure.plane.origin
    place = figure.plane.place(figure.vectors[word])
    assert np.allclose(figure._tip_in_turn(word, 1.0), place, atol=1e-5)
    line = figure.plane.place(figure.numbers.vector) - origin
    assert abs((figure._tip_in_turn(word, 0.0) - origin) @ line) < 1e-5
    assert np.allclose(figure.zero.get_center(), origin, atol=1e-6)


def test_in_the_end_every_piece_hangs_from_its_word() -> None:
    """As long as it was in the strip, with its weight below; all that led to the weights has left."""
    figure = default_run("attention-all-softmax").figure
    seen = figure.get_mobject_family_members()
    assert not {figure.formula, figure.second, figure.scores, figure.line_of_word, figure.total, figure.one} & set(seen)
    phrase, pieces, slivers, icons, numbers = figure._hung()
    assert [number for number in seen if isinstance(number, Number)] and len(pieces) == len(figure.heavy)
    weights = [float(figure.numbers.weights[index]) for index in figure.heavy]
    for index, weight, (start, _, end), (_, number) in zip(figure.heavy, weights, pieces, numbers, strict=True):
        assert end[2][1] - end[0][1] == pytest.approx(weight * figure.sums.length)
        assert start[2][1] - start[0][1] == pytest.approx(weight * figure.sums.length, abs=1e-6)
        middle = (end[0][0] + end[1][0]) / 2
        assert middle == pytest.approx(phrase.submobjects[index].get_x()) == pytest.approx(number.get_x())
        assert number.get_top()[1] < end[0][1]
        shown = [each.shown for each in seen if isinstance(each, Number)]
        assert shown.count(f"{weight:.2f}") == 1
    assert len(slivers) == len(figure.numbers.words) - len(figure.heavy)
    assert [figure.numbers.words[index] for index, *_ in icons] == ["banana", "apple"]


def test_the_heights_of_the_small_words_add_up_to_their_sum() -> None:
    figure = default_run("attention-all-softmax").figure
    parts = [float(each.shown) for each in figure.parts.get_family() if isinstance(each, Number)]
    (total,) = [float(each.shown) for each in figure.together.get_family() if isinstance(each, Number)]
    assert len(parts) == 5 and sum(parts) == pytest.approx(total, abs=1e-9)
    feet = sorted(float(sliver.get_x()) for sliver in figure._slivers())
    small = [score for index, score in enumerate(figure.chart.scores) if index not in figure.heavy]
    assert feet == pytest.approx(sorted(float(figure.chart.at(score)[0]) for score in small), abs=1e-6)


@pytest.mark.parametrize("lain", [0.0, 0.5, 1.0])
def test_a_score_stays_at_its_mark_while_the_line_lies_down(lain: float) -> None:
    """Its mark is at the foot of its word's fall, where the line's own marks measure it; its number is on one side."""
    figure = default_run("attention-all-softmax").figure
    assert figure.landed
    figure._put_scores(lain)
    for word, pointer, number in zip(figure.scored, figure.pointers, figure.scores, strict=True):
        foot = figure.foot(word, lain)
        assert np.allclose(pointer.get_center(), foot, atol=1e-6)
        turned = (1 - lain) * figure.turn
        aside = np.array([np.sin(turned), -np.cos(turned), 0.0])
        assert (number[1].get_center() - foot) @ aside > 0.5
        assert (figure._standing(word, lain) - foot) @ aside < -0.2, "icons stand on the other side"
        assert number[1].shown == f"{figure._score(word):.2f}"
    figure._put_scores(1.0)


def test_every_word_asks_before_its_score_is_there() -> None:
    """A question mark stands in every row until its bar comes; none is left in the end."""
    result = default_run("attention-all-dot-product")
    figure = result.figure
    assert len(figure.questions) == len(figure.numbers.words)
    for mark, name in zip(figure.questions, figure.ledger.names, strict=True):
        assert mark.get_left()[0] > figure.ledger.zero.get_center()[0]
        assert mark.baseline == pytest.approx(name.baseline)
    assert not set(figure.questions) & set(figure.get_mobject_family_members())


def test_words_in_passing_have_a_product_in_the_line_that_stands() -> None:
    figure = default_run("attention-all-dot-product").figure
    word = figure.numbers.word
    assert set(figure.products) == set(figure.numbers.words)
    behind = [each for each in figure.vectors if each not in (figure.told[0], word)]
    standing = figure._common(figure.told[1])
    assert all(figure._fits(standing, each) for each in behind)
