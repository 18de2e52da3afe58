"""The figures of real models: arches that never touch, weights on one scale, sums that add up, a counted rest."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from manim import DL, DR, UL, UR

from scenes.model.arch import Arch
from scenes.model.cut_strip import CutStrip, crumbs_across
from scenes.model.heads import Line
from scenes.model.word_fan import WordFan
from scenes.number_format import as_printed
from tests.scenes.harness import built, framed_run, run

APART = 0.05
"""Scene units that are free between two arches, at the least: about five pixels at 720p."""


def gap(one: Arch, other: Arch) -> float:
    """Return the distance between the outlines of two arches, scene units."""
    first, second = (arch.points[:, :2] for arch in (one, other))
    return float(np.sqrt(((first[:, None] - second[None]) ** 2).sum(-1)).min())


@pytest.mark.parametrize("word", ["", "a", "i"])
@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_no_arch_touches_another(frame: str, word: str) -> None:
    figure = built("model-heads", {"word": word}, frame)
    seen = 0
    for state in (0, 1, 2):
        for place, (line, words) in enumerate(zip(figure.states[state], figure._phrases(state), strict=True)):
            for which in (0, 1):
                for pair in combinations(figure._arcs(place, line, which, words).values(), 2):
                    seen += 1
                    assert gap(*pair) > APART
    assert seen > 4


def test_an_arch_grows_from_foot_to_foot() -> None:
    arch = Arch((3.0, -2.0), 0.5, 1.0, 0.2, "#ffffff")
    assert (arch.get_left()[0], arch.get_right()[0]) == pytest.approx((-2.1, 3.1))
    assert (arch.get_bottom()[1], arch.get_top()[1]) == pytest.approx((0.5, 1.5), abs=0.01)
    arch.grow(0.2)
    assert arch.get_right()[0] == pytest.approx(3.1)
    assert arch.get_left()[0] > 1.0
    corners = arch.points[::4, :2]
    ends = corners[corners[:, 0] < arch.get_left()[0] + 0.005]
    assert float(np.ptp(ends[:, 1])) < 0.1  # its tip is round: half its width at the most
    arch.grow(0.0)
    assert (arch.width, arch.height) == pytest.approx((0.0, 0.0))


def test_a_words_own_loop_has_both_feet_on_it_and_meets_no_other_arch() -> None:
    figure = run("model-heads").figure
    for line, arcs, words in zip(figure.states[2], figure.arcs, figure.words, strict=True):
        loop, x = arcs[line.looks], float(words[line.looks].get_x())
        assert float(loop.get_x()) == pytest.approx(x)
        assert float(loop.width) < float(words[line.looks].width)
        assert all(gap(loop, arc) > APART for index, arc in arcs.items() if index != line.looks)


def test_all_arches_are_filled_and_those_to_words_that_are_looked_for_wholly() -> None:
    figure = run("model-heads").figure
    for line, arcs in zip(figure.states[2], figure.arcs, strict=True):
        for index, arc in arcs.items():
            assert 0.5 < float(arc.get_fill_opacity()) <= 1.0
            assert (float(arc.get_fill_opacity()) == 1.0) == figure._is_sought(line.tokens[index])


def test_all_arches_are_as_wide_as_their_weights() -> None:
    figure = run("model-heads").figure
    for line, arcs in zip(figure.states[2], figure.arcs, strict=True):
        for index, arc in arcs.items():
            weight = float(figure.numbers.of(line, 1)[index])
            assert arc.width_of_band == pytest.approx(max(0.02, figure.width_of_one * weight))


def test_the_cells_of_all_heads_fill_by_their_shares_and_their_mean_is_the_share_of_all() -> None:
    figure = run("model-heads").figure
    shares = figure.numbers.patterns[..., 0].mean(-1)
    for place, share in np.ndenumerate(shares.numpy()):
        part, wide = figure._part(place, share), share * figure._inner()
        drawn = wide if wide >= 0.04 else 0.0  # no sliver is drawn
        assert part[:, 0].max() - part[:, 0].min() == pytest.approx(drawn)
    assert float(shares.mean()) == pytest.approx(float(figure.numbers.resting))


def test_the_other_head_is_the_one_that_gives_most_to_the_other_word() -> None:
    figure = run("model-heads").figure
    numbers = figure.numbers
    assert float(numbers.controls[numbers.chosen[1]]) == float(numbers.controls.max())
    line = next(each for each in numbers.lines if numbers.control in each.tokens)
    given = float(numbers.of(line, 1)[line.tokens.index(numbers.control)])
    assert given == pytest.approx(float(numbers.controls.max()))


def test_printed_weights_and_what_is_left_add_up_to_one() -> None:
    numbers = run("model-heads").figure.numbers
    for place, line in enumerate(numbers.lines):
        for which in (0, 1):
            row = numbers.of(line, which)
            printed = sum(as_printed(float(row[index])) for index in numbers.printed(line))
            assert printed + as_printed(float(numbers.rests[place, which])) == pytest.approx(1.0, abs=1e-9)


def test_the_chosen_head_gives_the_largest_share_of_all() -> None:
    figure = run("model-heads").figure
    numbers, line = figure.numbers, figure.numbers.lines[0]
    all_heads = numbers.patterns[:, :, line.looks, line.tokens.index(numbers.target)]
    assert float(all_heads[numbers.chosen[0]]) == float(all_heads.max())
    assert figure.mean[0].value == pytest.approx(float(numbers.controls.max()))  # of the head found last


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_the_numbers_below_each_phrase_add_up_to_one(frame: str) -> None:
    figure = framed_run("model-heads", frame).figure if frame != "16:9" else run("model-heads").figure
    for place, line in enumerate(figure.states[2]):
        weights = [*(float(figure.numbers.of(line, 1)[index]) for index in figure.numbers.printed(line))]
        rest = float(figure.numbers.rests[figure.numbers.lines.index(line), 1])
        numbers = figure.below_words[place].numbers
        assert [number.value for number in numbers] == pytest.approx([*weights, rest])
        assert sum(as_printed(number.value) for number in numbers) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_nothing_below_a_phrase_touches_what_stands_beside_it(frame: str) -> None:
    figure = framed_run("model-heads", frame).figure if frame != "16:9" else run("model-heads").figure
    for below in figure.below_words:
        marks = sorted(below.numbers[:-1], key=lambda mark: float(mark.get_x()))
        for left, right in pairwise(marks):
            assert left.get_right()[0] < right.get_left()[0]


@pytest.mark.parametrize("word", ["", "a", "i"])
@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_words_that_change_places_meet_no_other_word(frame: str, word: str) -> None:
    figure = built("model-heads", {"word": word}, frame)
    motions = figure._move_words(figure._phrases(1))
    words = [label for labels in figure.words for label in labels]
    assert len(motions) == len(words)  # none leaves, none comes
    firsts = {label: label.get_center() for label in words}
    for motion in motions:
        motion.begin()
    for time in np.linspace(0.0, 1.0, 51):
        for motion in motions:
            motion.interpolate(float(time))
        for one, other in combinations([*words, *figure.rest_names], 2):
            low = np.maximum(one.get_corner(DL), other.get_corner(DL))
            across, up = (np.minimum(one.get_corner(UR), other.get_corner(UR)) - low)[:2]
            assert across <= 0.0 or up <= 0.0, (one.text, other.text, time)
    for place, goals in enumerate(figure._phrases(1)):
        for goal in goals:
            assert any(
                word.text == goal.text and np.allclose(word.get_center(), goal.get_center()) for word in words
            ), place
    moved = [label.text for label, first in firsts.items() if abs(float(label.get_y() - first[1])) > 1.0]
    assert sorted(moved) == sorted((figure.numbers.target, figure.numbers.control))


def test_arches_draw_back_into_the_word_that_looks() -> None:
    figure = built("model-heads", {}, "16:9")
    figure.arcs = [figure._arcs(place, line, 0, figure.words[place]) for place, line in enumerate(figure.states[0])]
    figure.below_words = [figure._below(place, line, 0) for place, line in enumerate(figure.states[0])]
    figure._draw_back()
    for line, arcs, words in zip(figure.states[0], figure.arcs, figure.words, strict=True):
        for arc in arcs.values():
            assert (arc.width, arc.height) == pytest.approx((0.0, 0.0))
            assert abs(float(arc.get_x() - words[line.looks].get_x())) < 0.7


def test_small_squares_become_one_as_large_as_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = run("model-heads").figure
    numbers, (layer, head) = figure.numbers, figure.numbers.chosen[0]
    line = numbers.lines[0]
    row = numbers.patterns[layer, head, line.looks]
    monkeypatch.setattr(figure, "table", figure._squares(row, figure.alone, line.looks))
    small = [index for index in figure.table if index not in numbers.printed(line)]
    areas = sum(float(figure.table[index].width) ** 2 for index in small)
    middle, side = figure._gather_small(row, 3.0)
    assert (middle, side**2) == pytest.approx((3.0, areas))
    assert sum(float(figure.table[index].width) for index in small) == pytest.approx(side)
    assert [float(figure.table[index].height) for index in small] == pytest.approx(len(small) * [side])


def test_only_the_share_of_the_head_that_is_found_keeps_its_colour() -> None:
    figure = run("model-heads").figure
    assert figure.numbers.chosen[1] not in figure.rest_of_cells
    colors = {part.get_fill_color().to_hex().lower() for part in figure.rest_of_cells.values()}
    assert colors == {figure.style.theme.axis.lower()}
    found = figure.arcs[0][figure.states[2][0].tokens.index(figure.numbers.control)]
    assert found.get_fill_color().to_hex().lower() not in colors


def test_a_piece_of_the_bar_is_as_long_in_its_row() -> None:
    figure = run("model-heads").figure
    numbers, (layer, head) = figure.numbers, figure.numbers.chosen[0]
    looks = numbers.lines[0].looks
    for piece in figure.bar[1:]:
        row = figure._lying(piece, looks)
        assert row.width == pytest.approx(piece.width)
        ways = (float(piece.get_left()[0] - figure.alone.corner[0]), float(row.get_left()[0] - figure.grid.corner[0]))
        assert ways[0] == pytest.approx(ways[1])
        assert row.height < figure.grid.pitches[1]
    mean = float(numbers.patterns[layer, head, :, 0].mean())
    assert np.ptp(figure._part((layer, head), mean)[:, 0]) / figure._inner() == pytest.approx(mean)


def test_what_is_said_above_all_heads_and_its_number_have_one_place_each() -> None:
    figure = run("model-heads").figure
    shares = [figure._resting(), *(figure._largest(which, figure.numbers.resting) for which in (0, 1))]
    assert len({round(float(said.get_left()[0]), 4) for _, said in shares}) == 1
    assert len({round(float(share.get_right()[0]), 4) for share, _ in shares}) == 1


def test_small_squares_fill_the_bar_to_its_end() -> None:
    figure = run("model-heads").figure
    numbers, (layer, head) = figure.numbers, figure.numbers.chosen[0]
    line = numbers.lines[0]
    row = numbers.patterns[layer, head, line.looks]
    left, right = (float(side[0]) for side in (figure.bar[0].get_left(), figure.bar[-1].get_right()))
    assert right - left == pytest.approx(figure.alone.width)
    others = [float(weight) for index, weight in enumerate(row) if index not in numbers.printed(line)]
    assert float(figure.bar[-1].width) / figure.alone.width == pytest.approx(sum(others))
    squares = figure._squares(row, figure.alone, line.looks)
    for index, square in squares.items():  # every word has one, however small
        assert float(square.width) == pytest.approx(figure.alone.side(float(row[index])))
    assert len(squares) == len(line.tokens)


def test_squares_themselves_are_the_pieces_of_the_bar() -> None:
    figure = run("model-heads").figure
    numbers, (layer, head) = figure.numbers, figure.numbers.chosen[0]
    line = numbers.lines[0]
    for piece, index in zip(figure.bar, numbers.printed(line), strict=False):
        assert piece is figure.table[index]
        share = float(numbers.patterns[layer, head, line.looks, index])
        if index:  # the first one is a row of its own by then
            assert float(piece.width) + 0.02 == pytest.approx(share * figure.alone.width)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_at_last_both_phrases_stand_as_if_they_had_come_with_the_second_word(frame: str) -> None:
    figure = framed_run("model-heads", frame).figure if frame != "16:9" else run("model-heads").figure
    for place, line in enumerate(figure.states[2]):
        words = figure._phrases(2)[place]
        assert [word.text for word in figure.words[place]] == [word.text for word in words]
        for word, goal in zip(figure.words[place], words, strict=True):
            assert word.get_center() == pytest.approx(goal.get_center())
        for index, arc in figure._arcs(place, line, 1, words).items():
            assert figure.arcs[place][index].points == pytest.approx(arc.points)


def test_the_phrase_in_which_a_head_is_found_stands_above_all_heads() -> None:
    figure = run("model-heads").figure
    share, said = figure._largest(0, figure.numbers.resting)
    assert [word.text for word in said] == "i ate a banana and an apple".split()
    assert said.get_right()[0] < share.get_left()[0]
    assert [word.text for word in figure.mean[1]] == "i ate a phone and an apple".split()


def test_the_other_head_stands_beside_its_control_at_last() -> None:
    figure = run("model-heads").figure
    numbers, (sought, control) = figure.numbers, figure.states[2]
    assert numbers.has_control
    swapped = [numbers.target if token == numbers.control else token for token in sought.tokens]
    assert list(control.tokens) == swapped
    given = [below.of(line, numbers)[4].value for line, below in zip(figure.states[2], figure.below_words, strict=True)]
    assert given == pytest.approx([float(numbers.of(sought, 1)[4]), float(numbers.of(control, 1)[4])])
    assert given[0] > 10 * given[1]
    assert figure.beats[-1].caption.endswith("in the same place “banana” gets only 0.07.")


def test_a_control_is_the_same_phrase_with_the_other_word() -> None:
    numbers = run("model-heads").figure.numbers
    phrases = ("a pear x".split(), "a cup x".split(), "one pear x".split(), "one cup x".split())
    lines = tuple(Line(tuple(tokens), 3 * place, 2) for place, tokens in enumerate(phrases))
    other = replace(numbers, target="pear", control="cup", lines=lines)
    assert (other.counterpart, other.has_control) == (lines[0], True)
    other = replace(numbers, target="pear", control="cup", lines=(lines[2], lines[1], lines[0]))
    assert (other.counterpart, other.has_control) == (lines[0], True)
    other = replace(numbers, target="pear", control="cup", lines=(lines[2], lines[1], lines[3]))
    assert (other.counterpart, other.has_control) == (lines[2], False)


def test_a_first_token_that_is_a_word_is_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = run("model-heads").figure
    assert figure._said_of_all() == "all"
    line = figure.numbers.lines[0]
    bare = replace(line, tokens=("we", *line.tokens[1:]))
    monkeypatch.setattr(figure, "numbers", replace(figure.numbers, lines=(bare, *figure.numbers.lines[1:])))
    assert figure._said_of_all() == "all-word"


def test_words_are_swapped_only_where_both_are_there_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = run("model-heads").figure
    first, second, third, _ = figure.numbers.lines
    assert figure._said_of_swap() == "swap"
    monkeypatch.setattr(figure, "states", [[first, third], [second, third]])  # three phrases: "banana" leaves
    assert figure._said_of_swap() == "swap-alone"
    assert figure._given(0) == {"first_share": "0.62", "second_share": "0.20"}
    assert figure._given(1) == {"first_share": "0.62", "second_share": "0.11"}


def test_two_phrases_swap_no_words() -> None:
    beats = {beat.name: beat.caption for beat in run("model-heads", {"recording": "minilm-apple"}).figure.beats}
    assert beats["swap"] == "The same head over another phrase: “phone” gets 0.20."


def test_a_control_in_another_phrase_is_shown_and_no_place_is_spoken_of() -> None:
    figure = run("model-heads", {"recording": "minilm-apple"}).figure
    numbers = figure.numbers
    assert not numbers.has_control
    assert [line.tokens for line in figure.states[2]] == [numbers.lines[1].tokens, numbers.lines[0].tokens]
    assert len(figure.arcs) == len(figure.below_words) == 2
    assert figure.beats[-1].caption == "Another head gives “phone” 0.75, “banana” in its phrase only 0.07."


def test_the_rest_is_counted_not_cut() -> None:
    numbers = run("model-next-word").figure.numbers
    for answer in numbers.answers:
        assert len(answer.words) <= numbers.vocabulary - answer.others < numbers.vocabulary
        assert len(numbers.of(answer)) == len(answer.words) + 1
        assert len(answer.rest) == len(answer.unnamed)


def test_no_other_word_reaches_the_bound() -> None:
    numbers = run("model-next-word").figure.numbers
    for answer, bound in zip(numbers.answers, numbers.bounds.tolist(), strict=True):
        assert max(answer.rest) < bound < max(answer.rest) + 0.1**numbers.digits + 1e-6
        assert as_printed(bound, numbers.digits) <= as_printed(float(numbers.seen(answer)[-2]), numbers.digits)
        assert len(answer.words) + len(answer.rest) >= answer.recorded


def test_all_others_are_divided_at_the_shares_of_the_recorded_ones() -> None:
    figure = run("model-next-word").figure
    for answer in figure.numbers.answers:
        cuts = figure._cuts(answer)
        gaps = np.diff([cuts.edges[-2], *cuts.dividers])
        assert gaps == pytest.approx(answer.rest)
        assert cuts.dividers[-1] < 1


def test_pieces_fall_from_the_last_row_up_and_all_others_are_named_when_theirs_lie_still() -> None:
    figure = run("model-next-word").figure
    for answer in figure.numbers.answers:
        figure.chart = figure._make_rows(answer, 0.0)
        fall = figure._fall(answer)
        named = len(answer.words)
        assert list(fall.starts[:named]) == sorted(set(fall.starts[:named]), reverse=True)
        assert fall.starts[-1] < fall.starts[named - 1]
        assert fall.named[-1] == pytest.approx(fall.starts[-1] + fall.lasts[-1])


def test_crumbs_fill_their_box_without_a_gap_and_none_leaves_it() -> None:
    for columns in (1, 2, 40):
        crumbs = crumbs_across(columns)
        x, y = crumbs.corners[..., 0], crumbs.corners[..., 1]
        areas = ((x * np.roll(y, -1, axis=1)) - (np.roll(x, -1, axis=1) * y)).sum(axis=1) / 2
        assert (areas > 0).all()
        assert areas.sum() == pytest.approx(1.0)
        for corners in (crumbs.corners, crumbs.delays):
            assert 0 <= corners.min() < corners.max() <= 1


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_names_have_one_size_in_all_beats(frame: str) -> None:
    figure = (framed_run("model-next-word", frame) if frame != "16:9" else run("model-next-word")).figure
    fan = figure.fan.words
    names = [label for answer in figure.numbers.answers for pair in figure._named(answer) for label in pair[:2]]
    titles = [
        label for answer in figure.numbers.answers for label in (*figure._title(answer, 0.0), figure._certain(answer))
    ]
    assert {label.size for label in (*fan, *names, *titles)} == {figure.size}


def test_named_shares_differ_in_print_and_all_add_up_to_one() -> None:
    numbers = run("model-next-word").figure.numbers
    for answer in numbers.answers:
        printed = [as_printed(share, numbers.digits) for share in numbers.seen(answer).tolist()]
        assert sum(printed) == pytest.approx(1.0, abs=1e-9)
        assert printed[:-1] == sorted(set(printed[:-1]), reverse=True)
        assert numbers.seen(answer).tolist() == pytest.approx(numbers.of(answer).tolist(), abs=0.1**numbers.digits)


def test_a_strip_is_whole_and_of_one_colour_beyond_its_blade() -> None:
    figure = run("model-next-word").figure
    answer = figure.numbers.answers[0]
    strip = CutStrip(figure._cuts(answer), (0.0, 10.0))
    strip.cut = 1.0
    for front in (0.0, 0.1, 0.25, 0.6):
        strip.front = front
        strip.draw()
        assert strip.uncut.get_right()[0] == pytest.approx(10.0)
        assert strip.uncut.get_left()[0] == pytest.approx(10 * front)
        assert not len(strip.dividers.points) or strip.dividers.get_right()[0] <= 10 * front + 1e-6
        drawn = [piece for piece in (*strip.pieces, strip.crumbs) if len(piece.points)]
        assert all(piece.get_right()[0] <= 10 * front + 1e-6 for piece in drawn)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_words_hang_from_their_own_slivers_by_threads_that_never_cross(frame: str) -> None:
    figure = (framed_run("model-next-word", frame) if frame != "16:9" else run("model-next-word")).figure
    answer = figure.numbers.answers[0]
    strands = figure._strands(answer)
    fan = WordFan(strands, (figure.left, figure.right), (2.0, -2.0))
    assert fan.strands[-1] == strands[-1]
    assert len(fan.strands) >= (7 if frame == "16:9" else 4)
    edges = figure._cuts(answer).edges
    for index, strand in enumerate(strands[: len(answer.words)]):
        assert figure._x(edges[index]) < strand.x < figure._x(edges[index + 1])
    for index in range(len(fan.words)):
        fan.grow(index, 1.0)
    ways = np.array([[thread.point_from_proportion(share)[0] for share in np.linspace(0, 1, 21)]
                     for thread in fan.threads])  # fmt: skip
    assert (np.diff(ways, axis=0) > 0.1).all()


def test_only_the_expected_words_piece_takes_its_colour() -> None:
    figure = run("model-next-word").figure
    (answer,) = (each for each in figure.numbers.answers if each.place > 1)
    assert [place for place, hue in enumerate(figure._hues(answer), 1) if hue == figure._ours] == [answer.place]
    assert figure._ours not in figure._hues(answer, found=False)


def test_each_cord_has_its_layers_weight_and_those_of_the_first_are_printed_and_add_up_to_one() -> None:
    figure = built("model-apple-by-layer", {}, "16:9")
    for place in figure.listed[1:]:
        figure.weighed = float(place)
        figure._put(float(place))
        for index, (weights, rest) in enumerate(zip(figure.printed, reversed(figure.keys[2][1:]), strict=True)):
            pulls = [float(pull[place - 1]) for _, pull in figure.pullers[index]]
            assert [cord.weight for cord in figure.cords[index]] == pytest.approx(pulls)
            if place == 1:
                assert sorted(weight.value for weight in weights) == pytest.approx(sorted(pulls))
                assert sum(float(number.shown) for number in (*weights, rest)) == pytest.approx(1.0)


def test_each_layers_angle_is_kept_beside_its_ring_in_one_form() -> None:
    figure = built("model-apple-by-layer", {}, "16:9")
    kept = {place: int(texts[0].shown) for place, texts in figure.filed.items()}
    assert kept == {place: round(float(figure.numbers.angles[place])) for place in figure.listed}


def test_the_angle_in_all_numbers_stands_below_the_seen_one_and_is_smaller() -> None:
    figure = built("model-apple-by-layer", {}, "16:9")
    figure._put(float(figure.numbers.layers))
    figure.reached = float(figure.numbers.layers)
    told = [(figure.numbers.angles[-1], "one"), (figure.numbers.turned[-1], "other")]
    (flat, _), (whole, _) = figure._in_wedge(told)
    assert whole[0].height < 0.75 * flat[0].height
    assert flat.get_bottom()[1] > whole.get_top()[1]


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_the_angle_of_each_layer_stands_in_its_wedge_below_the_arc(frame: str) -> None:
    figure = built("model-apple-by-layer", {}, frame)
    for place in figure.listed[1:]:
        figure._put(float(place))
        reading = figure._reading(float(place))
        assert reading[0].value == pytest.approx(float(figure.numbers.angles[place]))
        corners = [reading.get_corner(corner) - figure.fan.origin for corner in (UL, UR, DL, DR)]
        low, high = sorted(turns[place] for turns in figure.turns)
        for corner in corners:
            assert low < np.arctan2(corner[1], corner[0]) < high
            assert figure.fan.ring(0) < np.hypot(corner[0], corner[1]) < figure.fan.ring(place)
