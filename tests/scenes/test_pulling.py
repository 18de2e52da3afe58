"""The figures of words pulling words draw what they compute."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from scenes import FIGURES, load_figure
from scenes.article.pulling.balance import Arm, are_equal
from scenes.article.pulling.halves import _outlines
from scenes.article.pulling.pulls import BROAD
from scenes.article.pulling.road import share_of_way
from scenes.article.pulling.terms import worked_out
from scenes.article.pulling.typed import Written, largest
from scenes.article.pulling.weighing import Halving
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.parameters import PhraseParameters
from scenes.parts.geometry import encloses, flat
from scenes.parts.plane.approach import between
from scenes.parts.plane.band import WIDTH_OF_ONE, Band
from scenes.parts.plane.labels import gap, inside_length, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import pull
from scenes.stage import Region
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
    "attention-update-apple": "apple",  # it is held aside
}
"""The words that are not at their places when the first beat of a figure ends."""


def test_figures_4_to_11_put_the_same_word_at_the_same_pixel() -> None:
    """Places by chance aside, of which the plane alone is the same: its origin, its ticks and their numbers."""
    assert len(ONE_PLANE) == 8
    planes, places = set(), dict[str, set[tuple[float, float]]]()
    for name in ONE_PLANE:
        figure = built(name, {}, "16:9")  # in figure 11 the view comes near later on
        planes.add(
            tuple((*np.round(tick.get_center(), 6), n[1].shown) for tick, n in zip(*figure.plane[:2], strict=True))
        )
        assert np.allclose(on_stage(figure, torch.zeros(2)), figure.plane.origin[:2])
        for word, row in load_world("article").vectors.items():
            spot = np.round(on_stage(figure, torch.tensor(row)), 4)
            places.setdefault(word, set()).add((float(spot[0]), float(spot[1])))
        for word, (left, low, right, top) in default_run(name).snapshots[0].marks:
            if ELSEWHERE.get(name) not in ("all", word):
                spot = on_stage(figure, torch.tensor(load_world("article").vectors[word]))
                assert np.allclose([(left + right) / 2, (low + top) / 2], spot, atol=0.05), (name, word)
    assert len(planes) == 1
    assert all(len(spots) == 1 for spots in places.values())


def drawn_width(band: Band) -> float:
    """A band's width where it is widest, from its outline: twice the farthest from its middle line."""
    way = band.pulled - band.puller
    across = np.array([-way[1], way[0], 0.0]) / np.linalg.norm(way)
    return 2 * float(np.abs((band.body.points - band.puller) @ across).max())


SIDES, ALL, DOT = "attention-apple-pulled-side-by-side", "attention-all-embeddings", "attention-all-dot-product"


OTHER_PHRASES = {"left_phrase": "pear and apple", "right_phrase": "a new laptop and apple"}


@pytest.mark.parametrize("phrases", [{}, OTHER_PHRASES])
def test_the_word_comes_along_its_way_as_far_as_attention_moves_it(phrases: dict) -> None:
    """On the plane, on its way, and in the printed percentage."""
    figure = built(SIDES, phrases, "16:9")
    for index, side in enumerate(figure.sides):
        figure._slide(side).move_to_share(1.0)
        old, new = on_stage(figure, side.pull.vector), on_stage(figure, side.pull.updated)
        puller = on_stage(figure, side.pull.vectors[side.pull.strongest])
        assert np.allclose(side.token.mark.get_center()[:2], new, atol=1e-5)
        line, *notches = side.way.ground
        assert np.allclose(line.get_end()[:2], old, atol=1e-5)
        beyond = line.get_start()[:2] - puller  # the icon covers it
        assert np.linalg.norm(beyond) < figure.icon / 2
        assert beyond @ (puller - old) == pytest.approx(np.linalg.norm(beyond) * np.linalg.norm(puller - old), abs=1e-5)
        for tenth, notch in enumerate(notches, 1):
            assert np.allclose(notch.get_center()[:2], old + tenth / 10 * (puller - old), atol=1e-5)
        share = (new - old) @ (puller - old) / ((puller - old) @ (puller - old))
        assert np.allclose(side.way.done.get_end()[:2], old + share * (puller - old), atol=1e-5)
        assert float(figure.numbers.percents[index]) == pytest.approx(100 * share, abs=1e-3)
        assert side.percent.number.shown == f"{100 * share:.0f}"


def test_only_the_way_is_measured_and_both_shares_stay() -> None:
    """The weights differ, 0.28 and 0.27, and small words help: neither is on the screen, so none contradicts it."""
    made = default_run(SIDES)
    seen = [sorted(text for value, text, _ in snapshot.numbers if value != int(value) or int(value) > 3)
            for snapshot in made.snapshots]  # fmt: skip
    assert seen == [[], ["28"], [], ["28"], ["28", "28"]]
    assert "weight 0.28" in made.snapshots[1].beat.caption and "28 percent" in made.snapshots[1].beat.caption


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_each_share_stands_beside_what_is_done_of_its_way(frame: str) -> None:
    figure = framed_run(SIDES, frame).figure
    for side, other in (figure.sides, figure.sides[::-1]):
        middle, box = side.way.done.get_center()[:2], box_of(side.percent)
        apart = [np.hypot(max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)) for x, y in
                 (middle, other.way.done.get_center()[:2])]  # fmt: skip
        assert apart[0] < min(apart[1], 1.5 * figure.large)


@pytest.mark.parametrize("phrases", [{}, OTHER_PHRASES])
@pytest.mark.parametrize("view", [0, 1])
def test_the_border_is_equally_far_from_the_middles_of_both_families(phrases: dict, view: int) -> None:
    """It is the dashed line of the figure before; each half has the colour and the name of the family on its side."""
    figure = built(SIDES, phrases, "16:9")
    plane, picture = figure.planes[view], figure.picture
    members = [[figure.world.vectors[word] for word in figure.world.families[name]] for name in figure.numbers.families]
    means = [plane.place(torch.tensor(rows).mean(dim=0))[:2] for rows in members]
    figure._lie(float(view))
    for end in figure.border.segment:
        assert np.linalg.norm(end - means[0]) == pytest.approx(np.linalg.norm(end - means[1]), abs=1e-4)
        assert picture[0] - 1e-6 <= end[0] <= picture[2] + 1e-6 and picture[1] - 1e-6 <= end[1] <= picture[3] + 1e-6
    for light, half, (name, places), own, other in zip(
        figure.border.lights(1.0), figure.border.halves, figure.half_names, means, means[::-1], strict=True
    ):
        corners = np.array(half)[:, :2]
        assert (np.linalg.norm(corners - own, axis=1) <= np.linalg.norm(corners - other, axis=1) + 1e-4).all()
        assert np.linalg.norm(np.array(light.start) - own) == pytest.approx(np.linalg.norm(light.start - other))
        assert np.linalg.norm(light.end - own) < np.linalg.norm(light.end - other)
        assert np.linalg.norm(places[view][:2] - own) < np.linalg.norm(places[view][:2] - other)
        assert name[1].text in figure.numbers.families


def test_the_first_view_is_the_stages() -> None:
    """The word is at one pixel in this figure and in those before and after it."""
    figure = built(SIDES, {}, "16:9")
    assert figure.view == figure.stage.plane_view
    assert figure.close.unit > 1.5 * figure.view.unit


@pytest.mark.parametrize(
    ("apple", "begins"), [([1.6, 1.6], "start"), ([1.61, 1.6], "start"), ([1.9, 1.6], "start-beside")]
)
def test_a_word_is_said_to_stand_on_the_border_only_where_it_does(apple: list[float], begins: str) -> None:
    figure = run(SIDES, None, load_world("article", {"vectors": {"apple": apple}})).figure
    assert figure._begins() == begins
    assert figure._moves(0, "first-pull").startswith("first-pull")


def test_a_word_is_said_to_go_to_the_other_side_only_where_it_does() -> None:
    assert [built(SIDES, {}, "16:9")._moves(index, "second-pull") for index in (0, 1)] == ["second-pull"] * 2
    figure = built(SIDES, {"right_phrase": "fruit"}, "16:9")
    assert figure._moves(1, "second-pull") == "second-pull-beside"


def test_the_word_climbs_back_to_the_border_as_its_way_is_emptied() -> None:
    figure = built(SIDES, {}, "16:9")
    for side in figure.sides:
        for back, share in ((False, 1.0), (True, 0.0)):
            slides = figure._slide(side, back=back)
            for time in (0.0, 0.4, 1.0):
                slides.move_to_share(time)
                come = time if share else 1.0 - time
                assert np.allclose(side.token.at, figure.start + come * (side.there - figure.start))
                assert side.way.share == pytest.approx(come * side.share)


def test_with_every_letter_the_word_that_pulls_grows_at_its_place() -> None:
    """Before the first one it is out of the frame: no speck is seen."""
    figure = built(SIDES, {}, "16:9")
    for side in figure.sides:
        typed, token = side.phrase[0].typed, side.pulling
        spells = figure._spells(side, token, lambda share: share)
        for count in range(len(typed) + 1):
            spells.move_to_share(count / len(typed))
            assert [letter.get_fill_opacity() > 0 for letter in typed] == [at < count for at in range(len(typed))]
            place = on_stage(figure, side.pull.vectors[side.pull.strongest])
            if count:
                assert token.height_of_icon == pytest.approx(count / len(typed) * figure.icon)
                assert np.allclose(token.mark.get_center()[:2], place, atol=1e-5)
            else:
                assert token.mark.get_left()[0] > figure.stage.width / 2
            cursor = side.phrase[0].cursor
            assert all(cursor.get_x() > letter.get_x() for letter in typed[:count])
        assert typed.text == side.puller


def test_the_plane_has_what_the_phrase_says() -> None:
    """And the word in its place: at the start, tipped, back at the start, tipped the other way, and both, large."""
    made = default_run(SIDES)
    figure = made.figure
    first, second = figure.numbers.updated
    planes = [figure.planes[view] for view in (0, 0, 0, 0, 1)]
    seen, where = [], []
    for snapshot, plane in zip(made.snapshots, planes, strict=True):
        named = {"start": figure.numbers.vector, "one": first, "other": second}
        seen.append({word for word, _ in snapshot.marks} - {"apple"})
        middles = [
            np.array([left + right, low + top]) / 2
            for word, (left, low, right, top) in snapshot.marks
            if word == "apple"
        ]
        where.append(
            {
                name
                for name, row in named.items()
                if any(np.allclose(each, plane.place(row)[:2], atol=0.03) for each in middles)
            }
        )
    assert seen == [set(), {"banana"}, set(), {"phone"}, {"banana", "phone"}]
    assert where == [{"start"}, {"one"}, {"start"}, {"other"}, {"one", "other"}]


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_in_the_end_all_is_large_and_touches_nothing(frame: str) -> None:
    figure = framed_run(SIDES, frame).figure
    assert figure.large > 1.2 * figure.icon
    marks = [figure.ghost, *(side.token.mark for side in figure.sides), *(side.pulling.mark for side in figure.sides)]
    rows = [figure.numbers.vector, *figure.numbers.updated, *figure.numbers.pulling]
    middles = [figure.planes[1].place(row)[:2] for row in rows]
    for mark, middle in zip(marks, middles, strict=True):
        assert np.allclose(mark.get_center()[:2], middle, atol=0.03)
        left, low, right, top = figure.picture
        assert left < mark.get_left()[0] and mark.get_right()[0] < right
        assert low < mark.get_bottom()[1] and mark.get_top()[1] < top
    for one, other in combinations(middles, 2):
        assert np.linalg.norm(one - other) >= figure.large
    for side in figure.sides:
        way = side.way.done.get_end() - side.way.done.get_start()
        full = figure.close.unit * (side.pull.vectors[side.pull.strongest] - side.pull.vector).numpy()
        assert np.allclose(way[:2], side.share * full, atol=1e-4)


def test_where_one_word_differs_only_that_is_typed_again() -> None:
    """All others stay where they are; the typed one is on a line of its own, in the largest type."""
    phrases = {"left_phrase": "I ate a banana and an apple", "right_phrase": "I ate a pear and an apple"}
    figure = built(SIDES, phrases, "16:9")
    first, second = (side.phrase[0] for side in figure.sides)
    for one, other in zip(first.words, second.words, strict=True):
        assert one.text == other.text and np.allclose(one.get_center(), other.get_center(), atol=1e-5)
    assert first.typed.size == second.typed.size > 1.5 * max(word.size for word in first.words)
    assert not any(overlap(box_of(first.typed), box_of(word)) for word in first.words)


def test_a_long_phrase_is_set_smaller() -> None:
    words = "I ate a banana and an apple".split()
    short = Written(words, ["#ffffff"] * 7, 3, 6)
    long = Written([*words[:3] * 5, *words[3:]], ["#ffffff"] * 19, 15, 18)
    room = Region(0.0, 3.0, 0.0, 2.5)
    assert largest([short, long], room).size == largest([long], room).size < largest([short], room).size
    assert not largest([short], Region(0.0, 7.0, 0.0, 0.8)).alone, "in a low region the phrase stands in one line"


@pytest.mark.parametrize("apple", [[1.6, 1.6], [1.2, 1.9], [1.537, 1.6], [2.39, 0.5]])
def test_a_word_is_never_said_to_be_where_it_was(apple: list[float]) -> None:
    """In the alternative text, both new places are as true as the printed shares of the ways."""
    numbers = compute(SIDES, load_world("article", {"vectors": {"apple": apple}}))
    values = load_figure(SIDES).alternative_values(numbers)
    assert len({values["at"], values["first_at"], values["second_at"]}) == 3


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
    assert numbers_in(default_run(ALL).figure.sum) == ["0.28", "0.72", "1"]


@pytest.mark.parametrize("phrase", ["banana apple", "pear and pear and apple", "pear banana orange apple"])
def test_a_sum_that_no_pencil_gets_is_not_printed(phrase: str) -> None:
    figure = run(ALL, {"phrase": phrase}).figure
    shown = numbers_in(figure.sum)
    assert not shown or sum(map(float, shown[:-1])) == pytest.approx(float(shown[-1]))
    assert bool(shown) == bool(len(figure.terms))


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


def test_words_are_said_to_lie_beyond_zero_only_where_they_do() -> None:
    said = {beat.name: beat.caption for beat in default_run(ALL).figure.beats}["hairs"]
    assert said.startswith("Seen from zero, these words point away")
    near = load_world("article", {"vectors": {"I": [0.3, 0.3]}})
    other = run(ALL, None, near).figure
    assert "zero" not in {beat.name: beat.caption for beat in other.beats}["hairs"]
    assert not any(len(part) for part in (other.zero, other.toward, other.border))


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_the_line_through_zero_parts_words_with_hairs_from_all_others(frame: str) -> None:
    """It is square to the word's arrow, so that it is where the dot product is 0."""
    figure = built(ALL, {}, frame)
    zero = figure.plane.origin
    assert len(figure.border) == 2 and np.allclose(figure.zero[0].get_center(), zero)
    way = figure.start - zero
    for dashes in figure.border:
        assert (dashes.get_end() - dashes.get_start()) @ way == pytest.approx(0.0, abs=1e-5)
        assert np.allclose(dashes.get_start(), zero)
    beyond = {word for word, token in figure.words.items() if (token.at - zero) @ way < 0}
    assert beyond == set(figure._slack())


def test_hairs_snap_back_into_their_words() -> None:
    figure = built(ALL, {}, "16:9")
    followed: list[Live] = []
    figure.play = lambda *motions, **_: followed.extend(motions)
    figure._let_hairs_go()
    threads = [figure.pulls[word] for word in figure._slack()]
    followed[0].move_to_share(0.6)
    lengths = [float(np.linalg.norm(thread.pulled - thread.puller)) for thread in threads]
    assert lengths[0] < 0.1 < lengths[-1], "one after the other"
    followed[0].move_to_share(1.0)
    assert all(
        np.allclose(thread.pulled, figure.words[word].at) for word, thread in zip(figure._slack(), threads, strict=True)
    )


def test_the_word_is_dragged_about_and_all_bands_stay_tied_to_it() -> None:
    figure = built(ALL, {}, "16:9")
    drag, way = figure._drag(), []
    for time in np.linspace(0.0, 1.0, 11):
        drag.move_to_share(float(time))
        way.append(figure.subject.at.copy())
        assert all(np.allclose(figure.pulls[word].pulled, figure.subject.at) for word in figure._cut())
    assert np.allclose(way[0], figure.dragged[0]) and np.allclose(way[-1], figure.held, atol=1e-5)
    gone = sum(float(np.linalg.norm(b - a)) for a, b in pairwise([figure.start, *way]))
    assert gone > 1.05 * np.linalg.norm(figure.held - figure.start)


def test_over_the_pieces_one_whole_stays_divided_as_the_sheet_is() -> None:
    figure = default_run(ALL).figure
    one = figure.measure[0][0].get_length()
    for word, line in zip(figure._cut(), figure.filled, strict=True):
        assert line.get_length() / one == pytest.approx(figure.weight_of(word), abs=1e-4)
    assert figure.filled.get_right()[0] == pytest.approx(figure.measure[0][0].get_end()[0], abs=1e-5)


def test_both_places_and_the_pullers_have_their_numbers_in_the_end() -> None:
    """From the printed old place the printed share of the way leads to the printed new one."""
    made = default_run(ALL)
    old, new, other = (list(map(float, numbers_in(place))) for place in made.figure.places)
    assert (old, new, other) == ([1.6, 1.6], [1.8, 1.2], [2.4, 0.2])
    assert [round(a + 0.28 * (b - a), 1) for a, b in zip(old, other, strict=True)] == new
    assert not any("1.8" == text for snapshot in made.snapshots[:-1] for _, text, _ in snapshot.numbers)


def test_what_is_laid_straight_crosses_no_name() -> None:
    figure = default_run(ALL).figure
    laid = figure.balance.lies_down(figure._lift())
    texts = [box_of(part) for token in figure.words.values() for part in token.label]
    texts += [box_of(number) for number in figure.weights.values()]
    for share in np.linspace(0.0, 1.0, 21):
        laid.move_to_share(float(share))
        edges = [flat(each) for band in figure.balance.bands for each in (band.puller, band.pulled)]
        boxes = [box_of(word) for word in figure.balance.words]
        assert not any(overlap(box, text) for box in boxes for text in texts)
        ways = [(edges[0], edges[1]), (edges[2], edges[3])]
        assert not any(inside_length(way, text) for way in ways for text in texts)


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


def test_a_band_ends_behind_its_pullers_icon() -> None:
    figure = built(SIDES, {}, "16:9")
    banana = figure.words["banana"]
    assert 0.05 < banana.tuck(figure.start, 0.2) < banana.height_of_icon / 2, "a banana's middle is beside it"


def test_a_shadow_times_the_length_is_the_score() -> None:
    """Shadows and arrows are measured on the stage, in its scene units, and multiplied."""
    figure = default_run(DOT).figure
    numbers, origin, unit = figure.numbers, figure.plane.origin, figure.view.unit
    assert torch.allclose(numbers.shadows * numbers.length, numbers.scores, atol=1e-6)
    tip = figure.arrows[numbers.word].end
    assert np.allclose(tip[:2], on_stage(figure, numbers.vector), atol=1e-5)
    along = (tip - origin) / np.linalg.norm(tip - origin)
    for word, score in zip(numbers.words, numbers.scores, strict=True):
        place = figure.plane.place(figure.vectors[word])
        figure._point(word, place)
        assert np.allclose(figure.arrows[word].end, place, atol=1e-6)
        ends = (figure.strips[word].get_anchors() - origin) @ along
        foot = max(ends, key=abs)
        assert foot == pytest.approx(float((place - origin) @ along), abs=1e-3), "light falls straight on the line"
        assert min(ends, key=abs) == pytest.approx(0.0, abs=1e-6)
        assert foot / unit * np.linalg.norm(tip - origin) / unit == pytest.approx(float(score), abs=2e-3)


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_bars_begin_with_shadows_and_end_at_dot_products(frame: str) -> None:
    """Both are in one scale; in the wide frame it is that of the plane."""
    figure = run(DOT, frame=frame).figure
    rows, numbers = figure.chart, figure.numbers
    assert (rows.unit == figure.view.unit) == (frame == "16:9")
    for index, bar in enumerate(figure.bars):
        reached = [np.array(bar.base.get_anchors())[:, 0], np.array(bar.more.get_anchors())[:, 0]]
        for ends, value in zip(reached, (numbers.shadows, numbers.scores), strict=True):
            far = max(ends - rows.zero[0], key=abs)
            assert far / rows.unit == pytest.approx(float(value[index]), abs=1e-4)
        assert np.allclose(bar.get_center()[1], rows.places[index], atol=1e-6)


def test_light_stops_at_an_arrow_and_leaves_its_shadow_dark() -> None:
    """A ray that would meet the arrow ends on it; any other one reaches the ruler."""
    figure = default_run(DOT).figure
    word = figure.strongest
    lamp = figure.lamps[figure._side(word)]
    lamp.shades = [(0.0, 0.0)] * len(lamp.shades)
    figure._point(word, figure.plane.place(figure.vectors[word]))
    (along, off) = lamp.shades[figure.lit[word]]
    assert along == pytest.approx(figure.reach[word]) and off > 0
    assert lamp._stopped(along / 2) == pytest.approx(off / 2) and lamp._stopped(-0.1) == lamp._stopped(along + 0.1) == 0
    assert lamp.fall(0.5) == 0 and lamp.fall(1.0) == pytest.approx(1.0)
    for start, ray in zip(lamp._starts, lamp.rays, strict=True):
        if len(ray.points):
            assert (ray.get_end() - figure.plane.origin) @ lamp.away >= lamp._stopped(start) - 1e-6


def test_the_ruler_has_its_marks_where_the_plane_has_them() -> None:
    """Its numbers stand beside the places that are as far from the origin."""
    figure = default_run(DOT).figure
    assert [number[1].shown for number in figure.ticks] == ["1", "2"]
    for number in figure.ticks:
        at = (number[1].get_center() - figure.plane.origin) @ figure.unit
        assert at == pytest.approx(number[1].value * figure.view.unit, abs=0.05)


def test_names_stand_at_the_zero_line_in_the_phrases_order() -> None:
    figure = default_run(DOT).figure
    rows = figure.chart
    assert rows.places == sorted(rows.places, reverse=True)
    for name, number in zip(rows.names, rows.numbers, strict=True):
        side = np.sign(number.value)
        assert (name.get_center()[0] - rows.zero[0]) * side < 0 < (number.get_center()[0] - rows.zero[0]) * side


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_shadows_keep_their_length_while_the_line_lies_down(share: float) -> None:
    figure = default_run(DOT).figure
    figure._lie().move_to_share(share)
    for word, strip in zip(figure.numbers.words, figure._on_line(), strict=True):
        corners = strip.get_anchors()
        length = np.linalg.norm(corners[1] - corners[0])
        assert length == pytest.approx(max(abs(figure.reach[word]), 1e-3), abs=1e-5), "one scale"
    figure._come_apart().move_to_share(1.0)


def test_a_shadow_that_is_lifted_off_the_line_keeps_its_length() -> None:
    figure = default_run(DOT).figure
    index = figure.numbers.strongest
    lift = figure._lift(index)
    for share in (0.0, 0.5, 1.0):
        lift.move_to_share(share)
        corners = figure.bars[index].base.get_anchors()
        assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(figure.reach[figure.strongest], abs=1e-5)
    figure._multiply([index]).move_to_share(1.0)


def test_an_arrow_at_a_right_angle_throws_no_shadow() -> None:
    figure = default_run(DOT).figure
    word = figure.behind
    turn = figure._turn(word, 0.0, 1.0)
    turn.move_to_share(1.0)
    assert abs((figure.arrows[word].end - figure.plane.origin) @ figure.unit) < 1e-6
    turn.move_to_share(0.0)
    assert np.allclose(figure.arrows[word].end, figure.plane.place(figure.vectors[word]), atol=1e-6)


def test_half_the_length_is_half_the_score() -> None:
    """The numbers run as the arrow and the bar do: down to a half, and back."""
    halved = [
        Halving(number) for number in (default_run(DOT).figure.product.length, default_run(DOT).figure.product.score)
    ]
    numbers = default_run(DOT).figure.numbers
    wanted = (float(numbers.length), float(numbers.scores[numbers.strongest]))
    for each, value in zip(halved, wanted, strict=True):
        assert [each.value_at(share) for share in (0.0, 1.0)] == pytest.approx([value, value / 2])
        assert [each.rate_func(time) for time in (0.0, 0.45, 1.0)] == pytest.approx([0.0, 1.0, 0.0])


@pytest.mark.parametrize("phrase", ["I ate a banana and an apple", "I got a new laptop and an apple", "a apple"])
def test_printed_shadow_times_printed_length_is_the_printed_score(phrase: str) -> None:
    figure = run(DOT, {"phrase": phrase}).figure
    length = _printed(figure.product.length)
    assert f"{_printed(figure.product.shadow) * length:.2f}" == f"{_printed(figure.product.score):.2f}"
    for shadow, score in zip(figure.chart.filed, figure.chart.numbers, strict=True):
        assert f"{_printed(shadow) * length:.2f}" == f"{_printed(score):.2f}"


def test_a_pencil_gets_the_score_from_the_printed_coordinates() -> None:
    """Each product is that of the two numbers above it, and both add up to the score of shadow and length."""
    figure = default_run(DOT).figure
    asked, answered = (
        [_printed(number) for number in line.get_family() if isinstance(number, Number)]
        for line in (figure.sum.asked[1], figure.sum.answered[1])
    )
    first, second, total = answered
    assert [first, second] == pytest.approx([asked[0] * asked[1], asked[2] * asked[3]])
    assert first + second == pytest.approx(total) and total == _printed(figure.product.score)


def _printed(number: Number) -> float:
    return float(number.shown.replace("\N{MINUS SIGN}", "-"))


def test_softmax_is_torchs() -> None:
    numbers = default_run("attention-all-softmax").figure.numbers
    assert torch.allclose(numbers.exponentials / numbers.total, numbers.weights, atol=1e-6)
    assert torch.allclose(numbers.weights, torch.softmax(numbers.scores, dim=-1))


def size_of(bar) -> np.ndarray:
    corners = bar.get_start_anchors()
    return corners.max(axis=0) - corners.min(axis=0)


SOFTMAX = "attention-all-softmax"


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_towers_and_stack_have_one_scale(frame: str) -> None:
    """Every tower ends as a piece of the stack, as high as it was: e to its score; the first one does not move."""
    figure = run(SOFTMAX, frame=frame).figure
    chart, stack = figure.chart.copy(), figure.stack
    chart.draw(chart.top_score)
    heights = np.array([size_of(bar)[1] for bar in chart.bars])
    assert np.allclose(heights, np.maximum(figure.numbers.exponentials.numpy() * chart.up, 1e-3), atol=1e-5)
    assert figure.length == pytest.approx(float(figure.numbers.total) * chart.up, rel=1e-5)
    for place, index in enumerate(figure.order):
        low, *_, high = stack.corners(place)
        assert high[1] - low[1] == pytest.approx(heights[index], abs=1e-5)
        assert low[1] - stack.room.bottom == pytest.approx(sum(heights[figure.order[:place]]), abs=1e-5)
    assert np.allclose(stack.corners(0), chart.corners(figure.order[0]), atol=1e-5)


def test_a_number_stands_beside_its_own_piece() -> None:
    stack = default_run(SOFTMAX).figure.stack
    for place, (amount, weight) in enumerate(zip(stack.amounts[:2], stack.weights[:2], strict=True)):
        heights = [corner[1] for corner in stack.corners(place)]
        for number in (amount, weight):
            assert min(heights) < number.get_y() < max(heights)
            assert number.get_left()[0] > stack.spots[place][0] + stack.icon / 2
    assert stack.weights[2].get_y() > stack.room.top - 0.1 and stack.names[2].get_y() > stack.room.top


HAIR = 0.03
"""Scene units from the axis up to the lowest place of the curve over it."""


def test_the_curve_has_one_scale_all_along() -> None:
    chart = default_run(SOFTMAX).figure.chart.copy()
    for pen in np.linspace(chart.first, chart.top_score, 20):
        chart.draw(float(pen))
        curve = chart.curve.get_start_anchors() - chart.room.origin
        heights = np.maximum(np.exp(curve[:, 0] / chart.across), HAIR / chart.up)
        assert np.allclose(curve[:, 1] / chart.up, heights, rtol=1e-5), "flat on the axis, where nothing can be seen"
        assert curve[:, 1].max() <= chart.room.tallest + 1e-6
        for bar, score in zip(chart.bars, chart.scores, strict=True):
            if score <= pen:
                assert size_of(bar)[1] == pytest.approx(max(np.exp(score) * chart.up, 1e-3), abs=2e-6)


def test_words_fall_on_the_line_and_lie_down_to_their_scores() -> None:
    figure = default_run(SOFTMAX).figure
    numbers, origin = figure.numbers, figure.plane.origin
    along = figure.plane.place(numbers.vector) - origin
    for word, row, score in zip(numbers.words, numbers.vectors, numbers.scores, strict=True):
        foot = figure.foot(word, 0.0)
        assert abs((foot - figure.plane.place(row)) @ along) < 1e-4, "straight down on the line"
        assert abs((foot - origin) @ [-along[1], along[0], 0.0]) < 1e-5, "on the line"
        lain = figure.foot(word, 1.0) - figure.chart.room.origin
        assert lain / figure.chart.across == pytest.approx([float(score), 0.0, 0.0], abs=1e-5)
    for value, tick in figure.chart.along.items():
        figure._lay(1.0)
        assert tick[0].get_x() == pytest.approx(figure.room.origin[0] + value * figure.chart.across, abs=1e-5)


@pytest.mark.parametrize(
    "phrase",
    ["I ate a banana and an apple", "I got a new phone from apple", "I ate a pear and an apple"],
)
def test_what_is_printed_of_softmax_adds_up_and_divides(phrase: str) -> None:
    """The pieces in bricks add up to all of them, and each divided by that is its weight."""
    figure = run(SOFTMAX, {"phrase": phrase}).figure
    digits = figure.digits
    *terms, total = [float(number) for part in figure.added for number in numbers_in(part)]
    assert round(sum(terms), digits) == total == float(figure.stack.total[1].shown)
    assert [number for part in figure.stack.amounts for number in numbers_in(part)] == [
        number for part in figure.added[:-1] for number in numbers_in(part)
    ]
    assert len(figure.divisions) == 2
    for place, row in figure.divisions:
        *_, top, bottom, weight = [float(text) for part in row for text in numbers_in(part)]
        assert bottom == total and top == terms[place]
        signs = [piece.source for piece in row[1].get_family() if isinstance(piece, Math)]
        assert ("=" in signs) == (f"{top / bottom:.2f}" == f"{weight:.2f}")
        assert top / bottom == pytest.approx(weight, abs=0.01)


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


def test_the_sum_is_worked_out_with_a_pencil_and_ends_where_figure_7_ended() -> None:
    """From the printed weights, which add up to 1, and the printed places, to the last printed digit."""
    figure = default_run(UPDATE).figure
    weights = [float(numbers_in(row)[0]) for row in figure.terms.listed]
    places = [[float(text) for text in numbers_in(row)] or [0.0, 0.0] for row in figure.terms.factors]
    assert weights == [0.72, 0.28, 0.0] and sum(weights) == pytest.approx(1.0)
    assert places[:2] == [[1.6, 1.6], [2.4, 0.2]], "the five others' arrows are too short to count"
    sums = [sum(weight * place[axis] for weight, place in zip(weights, places, strict=True)) for axis in (0, 1)]
    assert [number.shown for number in figure.terms.numbers] == [f"{each:.1f}" for each in sums] == ["1.8", "1.2"]


def test_products_are_right_as_they_are_printed_and_add_up_to_the_sum() -> None:
    terms = default_run(UPDATE).figure.terms
    products = [[float(text) for text in numbers_in(row)] for row in terms.products if len(row)]
    assert products == [[1.15, 1.15], [0.67, 0.06]]
    for row, (listed, factors) in zip(products, zip(terms.listed, terms.factors, strict=True), strict=False):
        weight, place = float(numbers_in(listed)[0]), [float(text) for text in numbers_in(factors)]
        assert row == [round(weight * each, 2) for each in place]
    reached = [sum(column) for column in zip(*products, strict=True)]
    assert [number.shown for number in terms.numbers] == [f"{each:.1f}" for each in reached]
    signs = [row[1][0].source for row in terms.products if len(row)]
    assert signs == ["approx", "approx"], "0.72 × 1.6 is 1.152"


def test_what_counts_for_nothing_is_listed_and_leaves() -> None:
    made = default_run(UPDATE)
    listed, summed = ([said for _, said, _ in made.snapshots[index].numbers] for index in (1, 2))
    assert listed.count("0.00") == 1 and "0.00" not in summed


def test_at_rest_both_pulls_are_weight_times_length_and_their_arrows_are_alike() -> None:
    figure = default_run(UPDATE).figure
    numbers, balance = figure.numbers, figure.balance
    positions, at = (numbers.position, numbers.strongest), figure.there
    for text, length, ruler, index in zip(balance.texts, balance.lengths, balance.rulers, positions, strict=True):
        weight, long, force = (float(shown) for shown in numbers_in(text))
        assert weight == round(float(numbers.weights[index]), 2) and round(weight * long, 1) == force == 0.3
        assert numbers_in(length) == [f"{long:.2f}"]
        way = figure.plane.place(numbers.vectors[index]) - at
        assert np.linalg.norm(way) / figure.view.unit == pytest.approx(long, abs=0.006)
        assert np.allclose(ruler[0].get_start() - ruler[0].get_end(), way, atol=1e-5), (
            "the ruler is as long as the band"
        )
    own, other = balance.arrows
    assert own.length == pytest.approx(other.length, rel=0.01)
    ways = [(arrow.end - arrow.start) / arrow.length for arrow in (own, other)]
    assert ways[0] @ ways[1] < -0.99, "opposite, but for what the others pull"
    assert np.allclose(own.start, at) and np.allclose(other.start, at), "they grow out of the word"


def test_the_sum_leaves_before_the_pulls_are_weighed() -> None:
    made = default_run(UPDATE)
    shown = sorted(said for _, said, _ in made.snapshots[-1].numbers if "." in said)
    pulls = ["0.72", "0.45", "0.3", "0.28", "1.17", "0.3", "0.45", "1.17"]
    assert shown == sorted([*pulls, "1.6", "1.6", "2.4", "0.2"])


def test_pulls_that_no_pencil_gets_are_not_said_to_be_equal() -> None:
    def arm(weight: float, length: float) -> Arm:
        return Arm(np.zeros(3), "#ffffff", *torch.tensor([weight, length, weight * length]))

    assert are_equal([arm(0.72, 0.45), arm(0.28, 1.16)], 2)
    assert not are_equal([arm(0.72, 0.45), arm(0.28, 1.3)], 2)
    assert not are_equal([arm(0.044, 6.0), arm(0.28, 1.0)], 1), "0.0 × 6 is no 0.3"


def test_weights_stand_at_their_bands_and_what_hardly_counts_has_one_arc() -> None:
    figure = built(UPDATE, {}, "16:9")
    shown = {word: numbers_in(text) for word, text in figure.at_bands.items()}
    assert shown == {"apple": ["0.72"], "banana": ["0.28"]}
    for word, text in figure.at_bands.items():
        offs = {}
        for other in figure.at_bands:
            end, at = figure.plane.place(figure.vectors[other]), figure.held
            nearest = end + np.clip((text.get_center() - end) @ (at - end) / ((at - end) @ (at - end)), 0, 1) * (
                at - end
            )
            offs[other] = float(np.linalg.norm(text.get_center() - nearest))
        assert min(offs, key=offs.get) == word, "each is nearer to its own band"
    reach = np.linalg.norm(figure.bracket.get_anchors() - figure.plane.origin, axis=1)
    assert reach.max() < min(figure.arrows[index].length for index in figure.small)


def test_digits_with_which_no_pencil_gets_the_sum_are_not_taken() -> None:
    apple, banana = torch.tensor([1.6, 1.6]), torch.tensor([2.4, 0.2])
    terms = [(0.7203, apple), (0.2758, banana)]
    assert worked_out(terms, 0.7203 * apple + 0.2758 * banana) == (2, 1, False)
    assert worked_out([(0.5, apple), (0.5, banana)], (apple + banana) / 2) == (2, 1, True)
    # 0.13 × 9 is 1.17, but 0.1266 × 9 is 1.14, which is printed as 1.1.
    assert worked_out([(0.1266, 9 * torch.ones(2))], torch.full((2,), 1.1394)) == (3, 1, False)
    assert worked_out([(0.5, apple)], banana) is None


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_the_view_comes_near_and_all_that_counts_stays_in_its_room(frame: str) -> None:
    figure = built(UPDATE, {}, frame)
    assert figure.near.unit > 1.2 * figure.view.unit
    room = figure.near.words(figure.stage)
    for word in figure.large:
        x, y = figure.near_plane.place(figure.vectors[word])[:2]
        assert room.left < x < room.right and room.bottom < y < room.top
        assert np.allclose(figure.words[word].at, figure.plane.place(figure.vectors[word]), atol=1e-5)


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_words_and_arrows_stay_at_their_places_while_the_view_comes_near(share: float) -> None:
    figure = built(UPDATE, {}, "16:9")
    view = between(figure.view, figure.near, share)
    for index in figure.order:
        figure._arrow_move(index)(share)
        word, arrow = figure.numbers.words[index], figure.arrows[index]
        figure._word_move(word)(share)
        place = np.array(view.origin) + view.unit * figure.vectors[word].numpy()
        assert np.allclose(arrow.start[:2], view.origin, atol=1e-5)
        assert np.allclose(arrow.end[:2], place, atol=1e-5)
        assert np.allclose(figure.words[word].at[:2], place, atol=1e-5)


def test_arrows_shrink_to_their_weights_shares() -> None:
    figure = default_run(UPDATE).figure
    for index, weight in zip(figure.order, (0.7203, 0.2758), strict=True):
        whole = float(torch.linalg.vector_norm(figure.numbers.vectors[index])) * figure.view.unit
        assert figure.arrows[index].length / whole == pytest.approx(weight, abs=1e-4)
        assert figure.arrows[index].short == 0.0, "its tip is drawn where it ends"


def test_bands_are_as_wide_as_weights() -> None:
    figure = built(UPDATE, {}, "16:9")
    for band in figure.bands:
        word = "apple" if band.pinned else "banana"
        band.set_ends(band.puller, figure.there)
        assert drawn_width(band) == pytest.approx(WIDTH_OF_ONE * figure.weight_of(word), abs=1e-6)


def test_a_hollow_ring_is_where_the_arrows_end() -> None:
    figure = default_run(UPDATE).figure
    assert figure.target.get_fill_opacity() == 0.0, "the last arrow's tip is seen in it"
    assert np.allclose(figure.target.get_center(), figure.joints()[-1], atol=1e-5)
    assert np.allclose(figure.glow.get_center(), figure.there, atol=1e-5), "the light is where the word rests"


@pytest.mark.parametrize("frame", ["16:9", "1:1", "9:16", "4:3"])
def test_the_ring_keeps_off_the_word_at_its_old_place_and_holds_it_at_its_new_one(frame: str) -> None:
    figure = built(UPDATE, {}, frame)
    radius, half = figure.target.width / 2, figure.subject.mark.height / 2
    assert half < radius and radius + half < np.linalg.norm(figure.there - figure.old)


def test_an_arrow_ends_at_its_words_place_and_its_tip_is_seen_before_the_icon() -> None:
    """Or before the pin, where the word itself is held aside."""
    figure = built(UPDATE, {}, "16:9")
    for word, arrow in zip(figure.numbers.words, figure.arrows, strict=True):
        token, place = figure.words[word], figure.plane.place(figure.vectors[word])
        assert np.allclose(arrow.end, place) and np.allclose(token.at, place)
        pinned = [band.pin.width / 2 for band in figure.bands if band.pinned and token is figure.subject]
        assert arrow.short > max(pinned or token.reach())


@pytest.mark.parametrize("frame", ["16:9", "1:1", "9:16", "4:3"])
def test_the_word_is_held_aside_at_one_place_of_the_plane_and_swings_far(frame: str) -> None:
    figure = built(UPDATE, {}, frame)
    far, near = (
        (at - plane.origin) / plane.view.unit
        for at, plane in ((figure.held, figure.plane), (figure.aside, figure.near_plane))
    )
    assert np.allclose(far, near, atol=1e-5)
    assert np.linalg.norm(near[:2] - figure.numbers.updated.numpy()) > 0.5


def test_what_is_held_is_hollow_while_arrows_are_shown_and_filled_as_it_is_let_go() -> None:
    figure = default_run(UPDATE).figure
    (body, *_), fills = figure.bands[0], figure.fills[0]
    figure._fill(0.0)
    assert body.get_fill_color().to_hex() == figure.style.theme.background.upper() and body.get_stroke_width() > 0
    figure._fill(1.0)
    assert (body.get_fill_color(), body.get_stroke_width()) == fills


def test_what_many_words_have_together_is_no_factor() -> None:
    """Where it counts; then their weight stays before their name, and no sign says that it is multiplied."""
    terms = run(UPDATE, {"phrase": "I and a an ate banana apple", "word": "banana"}).figure.terms
    for term, factors, listed in zip(terms.terms, terms.factors, terms.listed, strict=True):
        assert len(listed) == 2 and bool(len(factors)) != term.of_many


def test_another_vector_makes_another_film() -> None:
    """Changing apple's vector moves its point and every number that depends on it."""
    world = load_world("article", {"vectors": {"apple": [1.2, 1.9]}})
    changed, before = run("attention-all-dot-product", None, world), default_run("attention-all-dot-product")
    assert changed.figure.numbers.scores.tolist() != before.figure.numbers.scores.tolist()
    assert changed.figure.chart.numbers[-1].shown == "5.05"
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


def test_the_ruler_is_divided_into_tenths() -> None:
    stack = default_run(SOFTMAX).figure.stack
    heights = [(mark.get_y() - stack.room.bottom) / stack.room.height for mark in stack.tenths]
    assert heights == pytest.approx([count / 10 for count in range(1, 10)], abs=1e-6)


def test_a_line_leads_from_a_dot_to_a_name_that_stands_aside() -> None:
    figure = run(SOFTMAX, {"phrase": "I ate a banana and an apple"}, frame="1:1").figure
    assert len(figure.leads) == len(figure.led)
    for word, lead in zip(figure.led, figure.leads, strict=True):
        start, end = lead.get_start(), lead.get_end()
        assert start[0] == pytest.approx(figure.foot(word, 1.0)[0], abs=1e-6)
        assert figure.room.origin[1] < start[1] < end[1]


def test_a_lead_in_score_multiplies_the_height() -> None:
    """As many copies of the second tower as e to the lead says reach the top of the first; the last one is cut."""
    figure = default_run(SOFTMAX).figure
    first, second = figure.leading
    ahead, behind, lead = map(float, numbers_in(first))
    *scores, exponent, ratio = map(float, numbers_in(second))
    assert scores == [ahead, behind] and ahead - behind == pytest.approx(lead) == exponent
    assert round(math.exp(exponent), 1) == ratio
    column = figure.column
    assert sum(float(text) for number in column.counts for text in numbers_in(number)) == pytest.approx(ratio)
    heights = figure.numbers.exponentials * figure.chart.up
    assert column.high == pytest.approx(float(heights[figure.brick]), abs=1e-5)
    assert column.reached == pytest.approx(float(heights[figure.leader]), abs=1e-5)
    assert len(column.copies) + 1 == int(np.ceil(ratio))


def test_only_the_lead_counts() -> None:
    """Bricks are exponentials divided by one of them: they have the same shares."""
    numbers = default_run(SOFTMAX).figure.numbers
    assert torch.allclose(numbers.bricks / numbers.all_bricks, numbers.exponentials / numbers.total, atol=1e-6)
    assert torch.allclose(numbers.bricks / numbers.all_bricks, numbers.weights, atol=1e-6)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_the_strips_cut_is_where_the_word_goes(frame: str) -> None:
    """The strip lies beside the way to the other word, as long as that; the word ends level with its cut."""
    figure = run(SOFTMAX, {"phrase": "I ate a banana and an apple"}, frame=frame).figure
    start, goal = (on_stage(figure, figure.vectors[word]) for word in ("apple", "banana"))
    end = figure.subject.at[:2]
    assert np.allclose(end, on_stage(figure, figure.numbers.updated), atol=1e-5)
    foot, top = figure.way.place(0.0)[:2], figure.way.place(1.0)[:2]
    assert np.allclose(top - foot, start - goal, atol=1e-5), "its foot is apple's piece, which lies at banana's end"
    cut = figure.way.place(float(figure.numbers.weights[figure.order[0]]))[:2]
    along = (goal - start) / np.linalg.norm(goal - start)
    assert abs((cut - end) @ along) < 0.06
    shown = [text for each in figure.get_mobject_family_members() for text in [getattr(each, "shown", "")]]
    assert shown.count("0.28") == (2 if frame == "16:9" else 1)


def test_a_pencil_gets_the_scores_from_the_places() -> None:
    figure = default_run(SOFTMAX).figure
    rows = [[float(text) for text in numbers_in(row)] for row in figure.written]
    assert [row[-1] for row in rows] == [4.16, 5.12]
    for first, second, third, fourth, score in rows:
        assert round(first * second + third * fourth, 2) == score


@pytest.mark.parametrize("phrase", ["banana pear orange phone laptop apple", "pear and pear and apple"])
def test_a_word_that_several_pull_goes_to_its_new_place(phrase: str) -> None:
    figure = run(SOFTMAX, {"phrase": phrase}).figure
    assert figure.way is None
    assert np.allclose(figure.subject.at[:2], on_stage(figure, figure.numbers.updated), atol=1e-5)


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
        assert (number[1].get_center() - foot) @ aside > 0.5, "beyond the line, off the icons"
        assert number[1].shown == f"{figure._score(word):.2f}"
    figure._put_scores(1.0)
