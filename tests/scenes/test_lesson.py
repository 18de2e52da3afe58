"""The lessons beside the article: what they draw is what the mask does, computed once more without our code."""

from __future__ import annotations

import json
import math
import struct
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from manim import Animation, Dot, ManimColor, VGroup, VMobject

import render
from rendering.request.figure_names import group
from scenes import FIGURES, LESSONS
from scenes.errors import UserError
from scenes.lesson.cake import Cake
from scenes.lesson.counts import MODELS, time_to_count
from scenes.lesson.embedding_directions import meaning_of, open_circle
from scenes.lesson.fence import Fence, color_of_light, light_of, outline, together
from scenes.lesson.lives import as_said
from scenes.lesson.masking import Masked
from scenes.lesson.meaning_disc import MeaningDisc
from scenes.lesson.residual_stream import laid_flat
from scenes.lesson.tower import _CLAIMED, _begun, _said
from scenes.lesson.training import _HEAPED, Learned, LearnedMatrices, lessons, loss_of
from scenes.lesson.walker import Walker
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_count, format_number
from scenes.parts.geometry import flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.labels import gap, inside_length, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.real_words import word_plane, words_world
from scenes.recordings import read_recording
from scenes.style import DARK, PRINT, Style, Theme
from scenes.worlds import load_world
from tests.scenes.faults import faults
from tests.scenes.harness import built, default_run, framed_run, run

MASKING = "lesson-masking"
REPEATED = "lesson-repeated-attention"


def test_the_mask_before_softmax_and_after_it() -> None:
    """By hand: a sum over earlier words alone, or over all words and then only the earlier shares."""
    numbers, world = default_run(MASKING).figure.numbers, load_world("article")
    vectors = np.array([world.vectors[word] for word in numbers.words])
    for i, vector in enumerate(vectors):
        powers = np.exp(vectors @ vector)
        earlier = powers[: i + 1]
        np.testing.assert_allclose(
            numbers.weights[i], [*earlier / earlier.sum(), *np.zeros(len(powers) - i - 1)], atol=1e-6
        )
        np.testing.assert_allclose(numbers.late[i, : i + 1], earlier / powers.sum(), atol=1e-6)
        assert float(numbers.short[i]) == pytest.approx(earlier.sum() / powers.sum(), abs=1e-6)
    assert float(numbers.weights.triu(1).abs().max()) == float(numbers.late.triu(1).abs().max()) == 0.0
    assert torch.equal(numbers.masked.isinf(), torch.ones(5, 5).triu(1).bool())


def printed(beat: str) -> list[float]:
    """Return the numbers at the end of a beat as they are printed, in the order in which they are drawn."""
    snapshot = next(each for each in default_run(MASKING).snapshots if each.beat.name == beat)
    return [
        float(text.replace("\N{MINUS SIGN}", "-").replace("\N{INFINITY}", "inf")) for _, text, _ in snapshot.numbers
    ]


def test_a_pencil_finds_the_sums_from_the_scores_that_are_printed() -> None:
    powers = np.exp(np.array(printed("scores"))).reshape(5, 5)
    short = np.tril(powers).sum(axis=1) / powers.sum(axis=1)
    assert [f"{total:.2f}" for total in short] == ["0.48", "0.72", "0.73", "0.97", "1.00"]


def test_a_pencil_finds_each_share_of_the_cake_from_the_scores() -> None:
    """Powers of the printed exponents add up to the printed sum, and their quotients to a whole cake."""
    figure = default_run(MASKING).figure
    for order, beat in enumerate(("softmax-first", "mask")):
        shown, guests = printed(beat), figure.guests
        powers = [as_printed(number.value) for number in guests.powers[order]]
        total = as_printed(float(figure.numbers.totals[order]))
        assert sum(powers) == pytest.approx(total) and {*powers, total} <= {*shown}
        for score, power in zip(guests.scores[order], powers, strict=True):
            assert as_printed(math.exp(as_printed(score.value))) == pytest.approx(power, abs=0.011)
        shares = [0.0 if share is None else as_printed(share.value) for share in figure.panel.shares[order]]
        assert sum(shares) == pytest.approx(1.0)
        assert [as_printed(power / total) for power in powers] == shares


def test_each_row_s_answer_leaks_from_one_column_on() -> None:
    figure = default_run(MASKING).figure
    cells, (frames, ways) = figure.table.cells, (figure.leaks[::2], figure.leaks[1::2])
    for row, (frame, way, answer) in enumerate(zip(frames, ways, figure.answers, strict=True)):
        np.testing.assert_allclose(frame.get_center(), cells[row][row + 1].get_center())
        assert cells[row][row].get_right()[0] < way.get_start()[0] < cells[row][row + 1].get_x()
        assert way.get_end()[0] == pytest.approx(float(figure.boxes[row].get_left()[0]))
        assert cells[row + 1][0].get_top()[1] < way.get_start()[1] < cells[row][0].get_bottom()[1]
        assert way.get_end()[1] == pytest.approx(float(figure.boxes[row].get_y()))
        np.testing.assert_allclose(answer.width, figure.table.titles[row + 1].width)


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"weights": torch.full((5, 5), 0.2)}, [True, False, False, True, False, False]),
        ({"weights": torch.eye(5) * 0.9}, [False, True, False, True, False, False]),
        ({"late": torch.eye(5), "on_first": torch.tensor(0.4)}, [False, False, True, True, False, True]),
        ({"lengths": torch.tensor([1.0, 0.6])}, [False, False, False, False, True, False]),
    ],
)
def test_claims_are_false_of_other_numbers(change: dict, broken: list[bool]) -> None:
    figure = default_run(MASKING).figure
    numbers: Masked = replace(figure.numbers, **change)
    assert [not claim.measure(numbers, figure.world).holds for claim in figure.claims] == broken


def test_all_rows_are_whole_and_others_short() -> None:
    numbers = default_run(MASKING).figure.numbers
    assert sorted(printed("rows")) == sorted([1.0] * 5 + [0.48, 0.72, 0.73, 0.97, 1.0])
    assert [printed(beat).count(0.48) for beat in ("softmax-first", "mask-last", "mask")] == [2, 3, 0]
    real = [as_printed(value) for values in (numbers.first, numbers.others, numbers.whole) for value in values.tolist()]
    assert sorted(printed("real")) == sorted(real)
    for first, others, whole in zip(real[:5], real[5:10], real[10:], strict=True):
        assert first + others == pytest.approx(whole) == 1.0


def area(outline: VMobject) -> float:
    """Return the area within an outline."""
    if not len(outline.points):
        return 0.0
    x, y = np.array([outline.point_from_proportion(at) for at in np.linspace(0, 1, 400)]).T[:2]
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


@pytest.mark.parametrize("theme", [DARK, PRINT])
def test_slices_have_the_areas_of_their_shares_and_are_gone_when_they_have_fallen(theme: Theme) -> None:
    shares, radius = (0.5, 0.125, 0.375), 2.0
    cake = Cake(shares, ["#f3625d", "#fede23", "#bfb2f9"], point(1.0, 0.5), radius, style=Style(theme=theme))

    def areas() -> list[float]:
        return [area(piece[0]) / (math.pi * radius**2) for piece in (*cake.slices, cake.uncut)]

    assert areas() == pytest.approx([*shares, 0.0], abs=2e-3)
    assert cake.cut(0.0) is cake and areas() == pytest.approx([0.0, 0.0, 0.0, 1.0], abs=2e-3)
    cake.cut(0.75)
    assert areas() == pytest.approx([0.5, 0.125, 0.125, 0.25], abs=2e-3)
    cake.cut(1.0).drop(2, 0.5)
    assert areas() == pytest.approx([*shares, 0.0], abs=2e-3), "it falls as it is"
    assert cake.slices[2].get_x() < 1.0 - 0.3 * radius, "outwards"
    cake.drop(2, 1.0)
    assert areas() == pytest.approx([0.5, 0.125, 0.0, 0.0], abs=2e-3)


def test_numbers_beside_a_cake_do_not_touch_and_those_on_slices_stay_on_them() -> None:
    shares = [0.02, 0.03, 0.02, 0.03, 0.5, 0.02, 0.02, 0.02, 0.34]
    cake = Cake(shares, ["#89eb9f"] * len(shares), point(), 2.0)
    numbers = [number for number in cake.numbers(shares, 34) if number is not None]
    assert len(numbers) == len(shares)
    for one, other in combinations(map(box_of, numbers), 2):
        assert overlap(one, other) == 0.0
    far = [float(np.linalg.norm(number.get_center())) > 2.0 for number in numbers]
    assert far == [share < 0.3 for share in shares]


def test_who_is_sent_out_stands_behind_the_wall_and_only_those_are() -> None:
    figure = default_run(MASKING).figure
    guests, wall = figure.guests, float(figure.guests.walls[1].get_x())
    assert [float(name.get_right()[0]) < wall for name in guests.names] == [False, True, True, True, True]
    assert [score.shown for score in guests.scores[1]] == ["1.73"] + ["−∞"] * 4


def test_an_output_is_as_long_as_what_is_left_of_the_cake() -> None:
    figure = default_run(MASKING).figure
    whole, left = (float(np.linalg.norm(arrow.end - arrow.start)) for arrow in figure.panel.arrows)
    first, last = figure.numbers.lengths.tolist()
    assert left / whole == pytest.approx(last / first)
    assert last / first == pytest.approx(float(figure.numbers.short[figure.numbers.hungry]))


def test_a_word_has_one_hue_in_table_list_and_cakes() -> None:
    figure = default_run(MASKING).figure
    small = [index for index, word in enumerate(figure.numbers.words) if word in ("an", "and", "a")]
    hues = [figure.table.titles[index].get_color().to_hex() for index in small]
    assert len(set(hues)) == 3
    for index, hue in zip(small, hues, strict=True):
        assert figure.guests.names[index].get_color().to_hex() == hue
        assert figure.panel.cakes[0].slices[index][0].get_fill_color().to_hex() == hue


def test_a_decoders_mean_weights_are_masked_and_rest_on_the_first_token() -> None:
    """Read from the recording without our reader's means, and refused where tokens look ahead."""
    numbers = default_run(MASKING).figure.numbers
    weights = read_recording("smollm2-stream").tensor("0.weights").numpy().astype(float)
    np.testing.assert_allclose(numbers.real, np.einsum("lhqk->qk", weights) / weights[..., 0, 0].size, atol=1e-6)
    assert float(numbers.real.triu(1).max()) == 0.0
    assert float(numbers.on_first) == pytest.approx(weights[:, :, 1:, 0].mean(), abs=1e-6)
    with pytest.raises(UserError) as refused:
        run(MASKING, {"recording": "minilm-heads"})
    assert str(refused.value) == (
        '"minilm-heads" is no decoder\'s recording: its tokens look at later ones; '
        "record a model of GPT-2's or Llama's kind with record-model"
    )


@pytest.mark.parametrize(
    ("phrase", "frame"),
    [("a new phone", "16:9"), ("fruit", "1:1"), ("I ate an apple and a banana from an", "16:9")],
)
def test_other_phrases_lay_themselves_out(phrase: str, frame: str) -> None:
    assert faults(run(MASKING, {"phrase": phrase}, frame=frame)) == []


def test_infinity_leaves_the_project_as_text() -> None:
    result = CliRunner().invoke(render.main, ["numbers", MASKING, "--format", "json"])
    quantities = json.loads(result.stdout, parse_constant=pytest.fail)[MASKING]["quantities"]
    assert quantities["masked"]["values"][0][1] == "-Infinity"
    assert isinstance(quantities["masked"]["values"][0][0], float)


# --- The same step again and again --------------------------------------------------------------------------------


def test_ways_are_those_of_attention_computed_by_hand() -> None:
    made = default_run(REPEATED)
    numbers, world = made.figure.numbers, load_world("article")
    places = np.array([world.vectors[word] for word in numbers.words])
    for step, drawn in enumerate(numbers.places):
        np.testing.assert_allclose(drawn, places, atol=1e-5)
        far = max(float(np.hypot(*(one - other))) for one in places for other in places)
        assert float(numbers.apart[step]) == pytest.approx(far, abs=1e-4)
        powers = np.exp(places @ places.T)
        places = powers / powers.sum(axis=1, keepdims=True) @ places


def outside(places: np.ndarray, fence: np.ndarray) -> float:
    """Return how far some places are outside a convex outline that is drawn anticlockwise, 0 at the least."""
    ends = np.roll(fence, -1, axis=0)
    way = ends - fence
    long = np.linalg.norm(way, axis=1) > 1e-9
    way, start = way[long] / np.linalg.norm(way[long], axis=1)[:, None], fence[long]
    apart = places[:, None] - start[None]
    return max(float((apart[..., 0] * way[:, 1] - apart[..., 1] * way[:, 0]).max()), 0.0)


FENCED = [
    {"phrase": "fruit"}, {"phrase": "tech"}, {"phrase": "banana apple"}, {"phrase": "apple apple"},
    {"phrase": "I got a new laptop and a banana from apple"},
]  # fmt: skip
"""A hull with a corner at nearly every word, two words, one word twice, and nine words of which one comes twice."""


@pytest.mark.parametrize("parameters", FENCED, ids=lambda each: each["phrase"])
def test_each_new_place_lies_within_the_old_band_and_the_new_band_within_the_old(parameters: dict[str, str]) -> None:
    figure = run(REPEATED, parameters).figure
    fences = [fence.corners for fence in (*figure.rings, figure.fence)]
    radius = figure.pegs[0].mark.width / 2
    for step, (old, new) in enumerate(pairwise(fences)):
        middle = old.mean(axis=0)
        # As tight as the band would be round places alone: what it keeps off discs is taken from every point.
        hull = figure.spots[step]
        assert outside(new, old) < 0.01
        assert outside(figure.spots[step + 1], old) == 0.0
        for turn in np.linspace(0.0, 2 * math.pi, 40):
            along = np.array([math.cos(turn), math.sin(turn)])
            assert ((figure.spots[step + 1] - middle) @ along).max() <= ((hull - middle) @ along).max() + 1e-4
    for place in figure.spots[-1]:
        assert outside(place[None] + radius * np.array([[1.0, 0.0], [0.0, 1.0], [-0.7, -0.7]]), fences[-1]) == 0.0


def test_the_band_is_the_hull_of_the_words_by_hand() -> None:
    """A square of side 2 and a word inside it: straight sides at the discs' edges, and quarters of a circle."""
    square = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [0.3, 0.2]])
    band = outline(square, 0.5)
    assert np.abs(band).max() == pytest.approx(1.5)
    corners = np.hypot(*(np.abs(band) - 1.0).T)
    np.testing.assert_allclose(corners, 0.5, atol=1e-9)
    line = outline(np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]), 0.5)
    assert (line.min(axis=0), line.max(axis=0)) == (pytest.approx([-0.5, -0.5]), pytest.approx([2.5, 0.5]))


def test_bands_are_drawn_but_for_where_a_name_is() -> None:
    figure = default_run(REPEATED).figure
    assert len(figure.rings) == len(figure.numbers.moments) - 1
    boxes = [tag.box() for tag in figure.tags.values()]
    for fence in (*figure.rings, figure.fence):
        drawn = fence.line.points.reshape(-1, 4, 3)[..., :2]
        assert not any(inside_length((tuple(a), tuple(b)), box) > 1e-6 for a, *_, b in drawn for box in boxes)
        whole = sum(math.dist(a, b) for a, b in fence.segments())
        cut = sum(inside_length(piece, box) for piece in fence.segments() for box in boxes)
        assert sum(math.dist(a, b) for a, *_, b in drawn) == pytest.approx(whole - cut, abs=1e-6)


def test_colours_mix_by_the_weights_of_all_steps_by_hand() -> None:
    """The light of a word's disc is the weighted mean of the lights before; at the end all are one colour."""
    figure = default_run(REPEATED).figure
    numbers, theme = figure.numbers, figure.style.theme
    places = np.array([load_world("article").vectors[word] for word in numbers.words])
    light = np.array([light_of(theme.fill(figure.color_of(word))) for word in numbers.words])
    for after in figure.lights[1:]:
        powers = np.exp(places @ places.T)
        weights = powers / powers.sum(axis=1, keepdims=True)
        places, light = weights @ places, weights @ light
        np.testing.assert_allclose(after, light, atol=1e-5)
    for peg, spot, own in zip(figure.pegs, figure.spots[-1], light, strict=True):
        np.testing.assert_allclose(peg.mark.get_fill_color().to_rgb(), ManimColor(color_of_light(own)).to_rgb())
        np.testing.assert_allclose(peg.at[:2], spot)
    assert float(np.ptp(light, axis=0).max()) < 0.01


@pytest.mark.parametrize("parameters", FENCED, ids=lambda each: each["phrase"])
def test_names_count_every_word_once_and_all_are_one_at_the_end(parameters: dict[str, str]) -> None:
    figure = run(REPEATED, parameters).figure
    assert [*figure.tags] == [tuple(range(len(figure.pegs)))]
    said = next(tag.text.text for tag in figure.tags.values())
    assert said == (f"all {len(figure.numbers.words)} words" if len(figure.pegs) > 1 else figure.numbers.words[0])


def test_what_is_said_of_all_words_stands_outside_every_band_and_the_count_is_at_its_end() -> None:
    figure = default_run(REPEATED).figure
    left, bottom, right, top = next(tag.box() for tag in figure.tags.values())
    corners = np.array([(left, bottom), (left, top), (right, bottom), (right, top)])
    first = figure.rings[0]
    assert min(outside(corner[None], first.corners) for corner in corners) > 0.0
    assert not any(inside_length(piece, (left, bottom, right, top)) for piece in first.segments())
    shown = [count.text for count in figure.counts if count in figure.mobjects]
    assert shown == [f"step {len(figure.rings)} of {len(figure.rings)}"]


def test_boxes_one_upon_another_cover_a_band_by_hand() -> None:
    boxes = np.array(Fence(outline(np.array([[0.0, 0.0]]), 1.0)).slices())
    left, bottom, right, top = boxes.T
    np.testing.assert_allclose(bottom[1:], top[:-1])
    assert (bottom[0], top[-1]) == (pytest.approx(-1.0, abs=1e-3), pytest.approx(1.0, abs=1e-3))
    widest = np.sqrt(1 - np.minimum(np.abs(bottom), np.abs(top)) ** 2)
    np.testing.assert_allclose(right, widest, atol=0.06)
    np.testing.assert_allclose(left, -widest, atol=0.06)


def test_discs_that_touch_share_a_name() -> None:
    places = np.array([[0.0, 0.0], [3.0, 0.0], [0.35, 0.0], [0.7, 0.0]])
    assert together(places, 0.4) == [(0, 2, 3), (1,)]
    assert together(places, 0.3) == [(0,), (1,), (2,), (3,)]


def test_weights_of_all_pulls_add_up_to_1_as_printed() -> None:
    snapshot = next(each for each in default_run(REPEATED).snapshots if each.beat.name == "inside")
    figure = default_run(REPEATED).figure
    printed = [float(text) for _, text, _ in snapshot.numbers]
    assert sorted(printed) == sorted(as_printed(float(pull)) for pull in figure.numbers.pulls)
    assert sum(printed) == pytest.approx(1.0, abs=1e-9) and min(printed) > 0
    row = figure.numbers.words.index(figure.numbers.distinct[figure.numbers.one])
    mean = figure.numbers.pulls.double().numpy() @ figure.spots[0]
    np.testing.assert_allclose(mean, figure.spots[1, figure.numbers.one], atol=1e-5)
    assert torch.equal(figure.numbers.weights[row], figure.numbers.pulls)


# --- Counts, to scale ---------------------------------------------------------------------------------------------


def test_counts_are_those_of_the_papers() -> None:
    """Brown et al. (2020), table 2.1, and the lesson's own counts; DeepSeek-V2 (2024), table 1: 9/2 d_h l a token."""
    counted = default_run("lesson-parameter-count").figure.numbers
    counts = (counted.head, counted.matrix, counted.block, counted.attention, counted.whole)
    assert list(map(float, counts)) == [1_572_864, 150_994_944, 603_979_776, 57_982_058_496, 175e9]
    factored = default_run("lesson-low-rank-value").figure.numbers
    assert float(factored.both) == 2 * 1_572_864 and float(factored.saved) == 12_288**2 - 2 * 1_572_864
    cost = default_run("lesson-context-cost").figure.numbers
    assert cost.weights.tolist() == [2048**2, 8192**2, 131_072**2]
    caches = default_run("lesson-shared-heads").figure.numbers
    assert caches.numbers_kept.tolist() == [2 * 128 * 128, 2 * 8 * 128, 2 * 128, 9 / 2 * 128]
    assert caches.bytes_kept.tolist() == [2 * 61 * kept for kept in caches.numbers_kept.tolist()]


@pytest.mark.parametrize("dims", list(MODELS))
def test_matrices_are_drawn_to_scale(dims: str) -> None:
    """Heads have the shape of their matrix, and on the band of a life a matrix is as long as it takes to count."""
    figure = built("lesson-parameter-count", {"dims": dims}, "4:3")
    rows, columns = figure.numbers.shapes[0].tolist()
    assert float(figure.heads.width / figure.heads.height) == pytest.approx(columns / rows, rel=1e-3)
    assert float(figure.heads[0].width / figure.heads.width) == pytest.approx(1 / figure.numbers.heads, rel=1e-3)
    life = 31_557_600 * float(figure.numbers.long)
    sizes = figure.numbers.shapes.prod(dim=1).tolist()
    for size, piece in zip(sizes, figure.pieces, strict=False):
        (left, _), _, (right, _), _ = figure.band.box_of(piece)
        assert right - left == pytest.approx(figure.band.region.width * size / life, abs=0.05)
    of_layers = [(each.end - each.start) * life for each in figure.band.pieces[: len(sizes)]]
    assert of_layers == pytest.approx(sizes, rel=1e-6)


@pytest.mark.parametrize(("dims", "each", "people"), [
    ("gpt3", "lifetimes", (23, 69)), ("llama3-8b", "lifetimes", (0.5, 3.2)), ("gpt2", "years", (0.9, 3.9)),
    ("deepseek-v3", "lifetimes", (4.5, 266)),
])  # fmt: skip
def test_as_many_people_stand_there_as_it_takes_to_count(dims: str, each: str, people: tuple[float, float]) -> None:
    """A year has 31,557,600 seconds, a lifetime 80 years; who is only begun is drawn so far from the feet up."""
    figure = built("lesson-parameter-count", {"dims": dims})
    long = 31_557_600 * {"lifetimes": 80, "years": 1}[each]
    assert figure.numbers.each == each
    assert figure.numbers.people.tolist() == pytest.approx([
        float(count) / long for count in (figure.numbers.attention, figure.numbers.whole)
    ])  # fmt: skip
    lives, count = figure.lives, math.ceil(people[1])
    low, _, tall = lives.outline_of(lives.tall)
    last = lives.at(count - 1)
    points = np.concatenate([area.points for area in lives.areas.values()])
    here = points[np.abs(points - last)[:, :2].max(axis=1) < 0.51 * lives.tall]
    share = (here[:, 1].max() - last[1] - low) / tall
    assert count - 1 + min(share, 1.0) == pytest.approx(people[1], abs=0.06)
    *ours, rest = figure.pieces
    assert ours[-1].end == pytest.approx(people[0], abs=0.06) and rest.end == pytest.approx(people[1], abs=0.06)
    assert rest.color == figure.style.theme.dim and rest.color not in {piece.color for piece in ours}


def test_as_much_of_people_is_seen_as_has_been_counted() -> None:
    lives = built("lesson-parameter-count", {}).lives
    seen = []
    for counted in (0.0, 0.5, 1.0, 22.0, 23.0, 69.0):
        lives.show_lives(counted)
        seen.append(sum(len(area.points) for area in lives.areas.values()))
    assert seen[0] == 0 and seen == sorted(set(seen))


def test_somebody_is_as_tall_as_people_are_at_that_age_and_bent_at_last() -> None:
    """Medians of the growth standards: half a metre at birth, 1.10 m at 5, 1.74 m of a grown-up."""
    walker = Walker(1.0, color=DARK.families[0], style=Style())
    tall = []
    for age in (0.0, 5.0, 19.0, 40.0, 80.0):
        walker.put(age, 0.0, 0.0)
        assert walker.points[:, 1].min() == pytest.approx(0.0, abs=0.02)
        tall.append(walker.tall)
    assert tall[1:4] == pytest.approx([1.10, 1.74, 1.74], abs=0.04)
    assert tall[0] < 0.4 and tall[4] < 1.65


def test_every_printed_quotient_is_that_of_the_numbers_printed_before_it() -> None:
    """80 years by those of a layer are its layers; all layers by these are the lives."""
    for dims in ("gpt3", "deepseek-v3"):
        figure = built("lesson-parameter-count", {"dims": dims})
        numbers, digits = figure.numbers, figure._fit_digits()
        years, fit = as_printed(float(numbers.takes[2]), figure._age_digits(2)), float(numbers.fit)
        assert as_printed(80 / years, digits) == as_printed(fit, digits)
        said, decimals = as_said(float(numbers.people[0]))
        assert as_printed(numbers.layers / as_printed(fit, digits), decimals) == said


def test_how_fast_one_counts_heads_the_column_of_times_and_rows_are_evenly_apart() -> None:
    figure = default_run("lesson-low-rank-value").figure
    (pace,), lines = figure.pace, [count.baseline for count in figure.counted]
    assert all(float(time.get_right()[0]) == pytest.approx(float(pace.get_right()[0]), abs=0.02)
               for time in figure.times)  # fmt: skip
    assert pace.baseline > float(figure.times[0].get_top()[1])
    gaps = [high - low for high, low in pairwise(lines)]
    assert gaps == pytest.approx([gaps[0]] * 3)
    assert str(pace.get_fill_color().to_hex()).lower() == figure.style.theme.ink.lower()


def test_both_slivers_times_add_up_and_stand_larger_against_the_whole_squares() -> None:
    figure = default_run("lesson-low-rank-value").figure
    first, down, up, both = ([part for part in time.get_family() if isinstance(part, Number)][0]
                             for time in figure.times)  # fmt: skip
    assert (first.shown, down.shown, up.shown, both.shown) == ("4.8", "18", "18", "36")
    assert float(first.height) > 1.2 * float(down.height) and float(both.height) > 1.2 * float(up.height)
    assert float(figure.numbers.takes[2]) == pytest.approx(2 * 1_572_864 / 86_400)


def test_the_products_rank_is_the_number_in_the_ring_and_its_sheaves_are_bright_again_at_last() -> None:
    figure = default_run("lesson-low-rank-value").figure
    rank, other = ([part.shown for part in row.get_family() if isinstance(part, Number)] for row in figure.rank)
    assert (rank, other) == ([figure.inside.shown], [format_count(12_288)])
    assert {float(line.get_stroke_opacity()) for lines in figure.through for line in lines} == {1.0}


def test_rows_of_the_whole_square_are_as_long_as_the_word_and_become_the_sliver() -> None:
    figure = built("lesson-low-rank-value", {})
    word, rows = figure.word[0], list(figure.whole)
    assert {round(float(row.width), 6) for row in rows} == {round(float(word.height), 6)}
    assert sum(float(row.height) for row in rows) == pytest.approx(float(word.height))
    motion = figure._grow(rows, 1.0)
    motion.move_to_share(0.0)
    assert not any(len(row.points) for row in rows)
    assert float(figure.asking.get_y()) == pytest.approx(float(word.get_top()[1]) - float(figure.asking.height) / 2)
    motion.move_to_share(1.0)
    assert float(figure.whole.width) == pytest.approx(float(word.height))
    assert float(figure.asking.get_y()) == pytest.approx(float(rows[-1].get_y()))
    assert float(figure.down.width) / float(word.height) == pytest.approx(128 / 12_288, rel=0.01)
    colors = [figure.tint, *figure.colors]
    assert len(set(colors)) == 3
    for lines, color in zip(figure.through, figure.colors, strict=True):
        assert {line.get_stroke_color().to_hex().lower() for line in lines} == {color.lower()}


@pytest.mark.parametrize("dims", ["gpt3", "gpt2"])
def test_the_sliver_keeps_its_length_round_the_corner_and_no_line_crosses_another(dims: str) -> None:
    figure = built("lesson-low-rank-value", {"dims": dims})
    motion, side, thin = figure._round_corner(0.0, 1.0), figure.side, figure.thin
    fixed = list(figure.through[0])
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        motion.move_to_share(share)
        area = _area_of(figure.up)
        assert side * thin * (1 - thin / side) <= area + 1e-6 <= side * thin + 2e-6
        lines = [np.array([line.get_start()[:2], line.get_end()[:2]]) for line in (*fixed, *figure.through[1])]
        assert not any(_cross(one, other) for place, one in enumerate(lines) for other in lines[:place])
        for line in figure.through[1]:
            assert np.linalg.norm(line.get_start() - figure.middle) == pytest.approx(figure.reach)
    assert float(figure.up.width) == pytest.approx(side) and float(figure.up.height) == pytest.approx(thin)
    assert float(figure.up.get_top()[1]) == pytest.approx(float(figure.down.get_top()[1]))
    back = figure._round_corner(1.0, 0.0)
    back.move_to_share(1.0)
    assert float(figure.up.height) == pytest.approx(side) and float(figure.up.width) == pytest.approx(thin)


def _cross(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two segments, each of shape (2, 2), cross."""

    def side_of(line: np.ndarray, at: np.ndarray) -> float:
        (x, y), (u, v) = line[1] - line[0], at - line[0]
        return float(x * v - y * u)

    return (side_of(one, other[0]) * side_of(one, other[1]) < -1e-9
            and side_of(other, one[0]) * side_of(other, one[1]) < -1e-9)  # fmt: skip


def test_a_cell_of_the_square_stands_for_whole_numbers_and_lines_lead_from_sliver_to_ring() -> None:
    for dims, cell in (("gpt3", 512), ("gpt2", 32), ("llama3-8b", 256), ("deepseek-v3", 256)):
        figure = built("lesson-low-rank-value", {"dims": dims})
        assert figure.numbers.cell.tolist() == [cell, cell]
        assert len(figure.whole) * cell == figure.numbers.down[0]
        down, up = figure.through
        for lines, end, sliver in ((down, 0, figure.down), (up, -1, figure.up)):
            for line in lines:
                outer, inner = line.points[[end, -1 - end]]
                assert abs(outer[0] - float(sliver.get_x())) == pytest.approx(float(sliver.width) / 2)
                assert np.linalg.norm(inner - figure.middle) == pytest.approx(figure.reach)


def test_what_is_never_stored_is_the_rest_of_the_square() -> None:
    figure = default_run("lesson-low-rank-value").figure
    ghost = figure.ghost
    between = ((figure.down, ghost), (ghost, figure.up))
    seams = [float(right.get_left()[0] - left.get_right()[0]) for left, right in between]
    assert all(0 < seam < figure.side / figure.lines for seam in seams)
    assert float(ghost.height) == pytest.approx(figure.side, rel=0.01)
    assert 2 * figure.thin / figure.side == pytest.approx(float(figure.numbers.percent) / 100, rel=0.01)


def test_what_is_kept_is_drawn_to_scale() -> None:
    figure = default_run("lesson-shared-heads").figure
    pair, kept = figure._pairs(1), figure.numbers.numbers_kept
    assert float(figure.latent.height / pair.height) == pytest.approx(float(kept[3] / kept[2]), rel=1e-3)
    assert float(figure.latent.width) == pytest.approx(float(pair.width), rel=1e-3)
    assert [len(pairs) for pairs in (*figure.pairs, *figure.read, figure.made)] == [128, 8, 1, 128, 128, 128, 128]
    assert float(figure.wall.width * figure.wall.height) >= 0.8 * 128 * float(pair.width * pair.height)


def test_heads_read_the_shade_of_the_pair_that_they_share_and_every_ribbon_ends_on_it() -> None:
    figure = default_run("lesson-shared-heads").figure
    for count in (128, 8, 1):
        pairs, read, ribbons = figure._pairs(count), figure._read(count), figure._ribbons_down(count)
        colors = [[bar.get_fill_color().to_hex() for bar in pair] for pair in read]
        assert colors == [[bar.get_fill_color().to_hex() for bar in pairs[head * count // 128]] for head in range(128)]
        assert len({tuple(each) for each in colors}) > 0.8 * count
        for head, ribbon in enumerate(ribbons):
            pair, ends = pairs[head * count // 128], ribbon.points[::4][2:4]
            assert ends[:, 1] == pytest.approx([float(pair.get_top()[1])] * 2)
            assert pair.get_left()[0] - 1e-6 <= ends[:, 0].min() < ends[:, 0].max() <= pair.get_right()[0] + 1e-6
    assert figure.shades.mean() == pytest.approx(figure._groups(1)[0][1])


def _area_of(path: VMobject) -> float:
    """Return the area within the closed polygons of a path, in squares of scene units."""
    corners = [part[::4, :2] for part in path.get_subpaths()]
    crossed = [(part * np.roll(part, -1, axis=0)[:, ::-1] * [1, -1]).sum() for part in corners]
    return float(np.abs(crossed).sum() / 2)


def test_patterns_are_drawn_to_scale_and_half_of_each_is_masked() -> None:
    figure = default_run("lesson-context-cost").figure
    first, second = (float(mark.width) / figure.side for mark in figure.marks)
    assert second == pytest.approx(1 / 16)
    assert first == pytest.approx((1 / 16 - 0.035 / figure.side) / 4)
    assert float(figure.long.height) / figure.side == pytest.approx(1 / 16 - 0.035 / figure.side)
    assert float(figure.beside[1].get_y()) == pytest.approx(float(figure.long.get_y()))
    for times in (4, 16):
        tiles = figure._tiles((figure.side / times,) * 2, times, times, is_one=True)
        tile = (figure.side / times - 0.035) ** 2
        assert [_area_of(area) for area in tiles.areas] == pytest.approx([times**2 / 2 * tile] * 2)
        tiles.show_first(2)  # half a pattern, and one above the diagonal
        assert [_area_of(area) for area in tiles.areas] == pytest.approx([tile / 2, 3 / 2 * tile])
    for words in (4, 6):
        cells = figure._cells(words)
        assert [len(part.get_subpaths()) for part in cells] == [words * (words + 1) / 2, words * (words - 1) / 2]
    numbers = figure.numbers
    assert (numbers.unit, numbers.layer_unit) == ("terabytes", "terabytes")
    assert float(numbers.layer_memory) == pytest.approx(2 * 131_072**2 * 96 / 1e12)
    assert float(numbers.memory) == pytest.approx(96 * float(numbers.layer_memory))


@pytest.mark.parametrize("dims", list(MODELS))
def test_as_many_patterns_and_layers_stand_there_as_the_model_has(dims: str) -> None:
    figure = run("lesson-context-cost", {"dims": dims}).figure
    _, model, _ = MODELS[dims]
    assert [len(area.get_subpaths()) for area in figure.block.areas] == [model.heads] * 2
    assert len(figure.wall) == model.layers
    assert all([len(area.get_subpaths()) for area in layer] == [model.heads] * 2 for layer in figure.wall)
    for sides in (figure.numbers.of_heads, figure.numbers.of_layers):
        across, down, count = map(int, sides)
        assert across * (down - 1) < count <= across * down
    edge = figure.frame.get_corner(np.array([1.0, -1.0, 0.0])) + 1e-6
    assert all((block.get_corner(np.array([1.0, -1.0, 0.0])) * [1, -1, 0] <= edge * [1, -1, 0]).all()
               for block in figure.wall)  # fmt: skip


def test_cut_tiles_are_patterns_of_a_context_that_is_no_multiple() -> None:
    figure = default_run("lesson-context-cost").figure
    tiles = figure._tiles((figure.side / 1.5,) * 2, 1.5, 1.5, seam=0.0, is_one=True)
    assert [_area_of(area) for area in tiles.areas] == pytest.approx([figure.side**2 / 2] * 2)
    assert tiles.shares == pytest.approx([0, 4 / 9, 6 / 9, 8 / 9, 1])


def test_the_bar_of_time_is_as_long_as_counting_takes() -> None:
    """The earlier count has its share of the bar; half the cells take half the bar; a landmark stands where it was."""
    figure = default_run("lesson-context-cost").figure
    walk, numbers = figure.walk, figure.numbers
    assert numbers.factors.tolist() == [16, 256, 96, 96]
    assert float(walk.bar.width) == pytest.approx(walk.long)
    assert float(walk.piece.width) == pytest.approx(walk.long / 96)
    assert float(walk.person.get_x()) == pytest.approx(float(walk.bar.get_right()[0]))
    walk = walk.copy()
    walk.put(0.5, 1 / 16)
    assert [float(part.width) / walk.long for part in (walk.bar, walk.piece)] == pytest.approx([1 / 2, 1 / 16])
    hero, mark, _ = figure.told
    assert [part.shown for part in hero if isinstance(part, Number)] == ["5.0"]
    assert float(mark.get_top()[1]) < walk.low, "the line begins below the bar"
    years = 3.3e6 / (float(numbers.takes[4]) * 1e6)
    assert (float(mark.get_x()) - walk.left) / walk.long == pytest.approx(years)


@pytest.mark.parametrize(("dims", "landmarks"), [
    ("gpt3", ["", "", "columbus", "paintings", "tools"]), ("gpt2", ["", "", "columbus", "writing", "paintings"]),
    ("llama3-8b", ["", "", "columbus", "farms", "people"]),
])  # fmt: skip
def test_landmarks_are_nearly_as_long_ago_as_counting_takes(dims: str, landmarks: list[str]) -> None:
    numbers = built("lesson-context-cost", {"dims": dims}).numbers
    assert list(numbers.landmarks) == landmarks
    shares = [share for share, key in zip(numbers.since.tolist(), landmarks, strict=True) if key]
    assert all(0.45 <= share <= 1 for share in shares)


def test_written_steps_are_right_and_each_begins_with_the_result_before() -> None:
    """What is printed in each step at the end of its beat multiplies to the result below the rule."""
    figure = default_run("lesson-context-cost").figure
    numbers = figure.numbers
    counts = [*numbers.weights.tolist(), float(numbers.layer_weights), float(numbers.all_weights)]
    assert [low * factor for low, factor in zip(counts, numbers.factors.tolist(), strict=False)] == counts[1:]
    assert counts[-1] * float(numbers.cell_bytes) == pytest.approx(float(numbers.memory) * 1e12)
    kept, used = (
        next(part for part in step.result if isinstance(part, Number)) for step in (figure.step, figure.division)
    )
    assert (used.shown, used.get_fill_color().to_hex().lower()) == ("3.3", figure.style.theme.query)
    assert (kept.shown, kept.size) == ("317", used.size)


def test_groups_divide_the_heads() -> None:
    result = CliRunner().invoke(render.main, ["show", "lesson-shared-heads", "--set", "groups=7"])
    assert result.exit_code == 2
    assert result.stderr == "error: lesson-shared-heads: groups must divide the 128 heads of DeepSeek-V3; got 7\n"


# --- Scores that spread -------------------------------------------------------------------------------------------


def test_scores_are_divided_by_the_root_and_the_column_is_their_softmax() -> None:
    """At last each path stands at an eighth of its sums, and pieces are as high as exponentials of the last say."""
    figure = default_run("lesson-scaled-dot-product").figure
    chart, sums = figure.chart, figure.numbers.paths.double().numpy()
    zero = chart.view.place(0.0, 0.0)[1]
    powers = np.exp(sums[-1] / 8)
    for path, score in zip(chart.paths, sums.T, strict=True):
        heights = (np.array(path.get_anchors())[1::2, 1] - zero) / chart.view.unit
        np.testing.assert_allclose(heights, score / 8, atol=1e-4)
    for piece, power in zip(figure.column.pieces, powers, strict=True):
        share = (max(piece.points[:, 1]) - min(piece.points[:, 1])) / figure.column.region.height
        assert share == pytest.approx(power / powers.sum(), abs=1e-4)
    measure = chart.measures[-1].points[:, 1]
    assert (max(measure) - zero) / chart.view.unit == pytest.approx(1.0) == (zero - min(measure)) / chart.view.unit


def test_about_two_of_three_other_scores_end_between_the_lines_along_the_root_and_are_drawn_where_they_are() -> None:
    figure = default_run("lesson-scaled-dot-product").figure
    crowd = figure.numbers.crowd
    assert 0.55 < float((crowd[-1].abs() <= 8).double().mean()) < 0.8
    chart, drawn = figure.chart, figure.chart.crowd()
    chart.draw(figure.rooted)
    chart.draw_crowd(drawn, crowd, 1.0)
    ends = drawn.get_anchors()
    heights = sorted({round(float(y), 4) for x, y, _ in ends if x == pytest.approx(chart.view.room.right)})
    inside = [
        score for score in crowd[-2:].T.tolist() if all(chart.view.low < each < chart.view.high for each in score)
    ]
    wanted = sorted({round(float(chart.view.place(64.0, last)[1]), 4) for _, last in inside})
    np.testing.assert_allclose(heights, wanted, atol=2e-4)
    chart.draw(figure.pressed)


def test_half_of_the_column_stays_as_it_was() -> None:
    figure = default_run("lesson-scaled-dot-product").figure
    heights = [max(piece.points[:, 1]) - min(piece.points[:, 1]) for piece in figure.before.pieces]
    np.testing.assert_allclose(heights, figure.numbers.weights[-1] * figure.whole.height, atol=1e-3)
    assert figure.before.region.width == figure.column.region.width < figure.whole.width / 2


def test_one_scale_holds_from_the_first_product_to_the_division() -> None:
    figure = default_run("lesson-scaled-dot-product").figure
    assert len({(view.low, view.high) for view in (*figure.views, figure.rooted, figure.pressed)}) == 1


def test_what_is_seen_at_the_end_of_each_beat_is_what_was_computed() -> None:
    """Each score and each weight as it is printed; the first products are those of the numbers above them."""
    made = default_run("lesson-scaled-dot-product")
    numbers, seen = made.figure.numbers, [{shown for _, shown, _ in each.numbers} for each in made.snapshots]
    for snapshot, stage, weights in zip(seen, (4, 16, 64, 64, 64), (*numbers.weights, None, None), strict=True):
        scores = (numbers.query * numbers.key)[:stage].sum()
        scores = scores / 8 if snapshot is seen[-1] else scores
        assert format_number(float(scores)) in snapshot
        if weights is not None:
            assert format_number(float(weights.max())) in snapshot
    assert {format_number(float(weight)) for weight in (*numbers.scaled[-1], numbers.weights[-1].max())} < seen[-1]
    assert {"2", "4", "8"} < seen[3] and "1" in seen[4]
    factors = [*numbers.query[:4].tolist(), *numbers.key[:4].tolist()]
    assert {format_number(each, 1) for each in factors} < seen[0]
    products = [round(one * other, 2) for one, other in zip(factors[:4], factors[4:], strict=True)]
    assert {format_number(each) for each in products} < seen[0]
    assert format_number(sum(products)) == format_number(float(numbers.paths[3, numbers.winner]))


@pytest.mark.parametrize("stage", (0, 2))
def test_weights_of_all_keys_add_up_as_they_are_printed(stage: int) -> None:
    numbers = default_run("lesson-scaled-dot-product").figure.numbers
    weights = numbers.scaled[-1] if stage else numbers.weights[0]
    assert sum(as_printed(float(weight)) for weight in weights) == pytest.approx(1.0)


def test_the_leading_weight_of_the_draw_grows() -> None:
    """From the first stage on it never falls far below what it was, and at first each key has a share to be seen."""
    numbers = default_run("lesson-scaled-dot-product").figure.numbers
    weights = torch.softmax(numbers.paths[3:], dim=1)[:, numbers.winner]
    assert float((weights.cummax(dim=0).values - weights).max()) < 0.25
    assert float(numbers.weights[0].min()) > 0.06 < float(numbers.scaled[-1].min())


def test_one_key_leads_at_every_stage() -> None:
    numbers = default_run("lesson-scaled-dot-product").figure.numbers
    assert numbers.weights.argmax(dim=1).tolist() == 3 * [numbers.winner]


def test_divided_by_its_root_a_spread_is_one() -> None:
    numbers = default_run("lesson-scaled-dot-product").figure.numbers
    assert numbers.sizes.tolist() == [4, 16, 64] and numbers.roots.tolist() == [2, 4, 8]
    np.testing.assert_allclose(numbers.spreads / numbers.roots, [1, 1, 1], atol=0.05)


# --- Places -------------------------------------------------------------------------------------------------------


def test_hands_turn_by_a_radian_a_place_and_keep_their_score() -> None:
    figure = default_run("lesson-positions").figure
    numbers = figure.numbers
    world = load_world("article")
    apple, banana = (complex(*world.vectors[word]) for word in ("apple", "banana"))
    for place, row in enumerate(numbers.query):
        turned = apple * np.exp(1j * place)
        np.testing.assert_allclose(row, [turned.real, turned.imag], atol=1e-5)
    kept, other = ((apple * np.exp(7j) * (banana * np.exp(1j * place)).conjugate()).real for place in (4, 6))
    np.testing.assert_allclose(numbers.turned, [kept, kept, other], rtol=1e-5)
    for hand, vector, place in zip(figure.hands, (apple, banana), (9, 8), strict=True):
        way = (hand.end - figure.centre)[:2] / figure.unit
        assert complex(*way) == pytest.approx(vector * np.exp(1j * place), abs=1e-4)


def test_a_pencil_finds_each_angle_and_each_score_in_what_is_printed() -> None:
    """The score without places comes first: no step is between the hands there."""
    numbers = default_run("lesson-positions").figure.numbers
    digits = numbers.digits()
    length, own, step = (
        as_printed(float(value), decimals)
        for value, decimals in (
            (numbers.length, digits.length), (numbers.own, digits.degrees), (numbers.step, digits.degrees)
        )
    )  # fmt: skip
    assert (length, own, step) == (2.263, 40.2, 57.3)
    unturned = (0, own, float(numbers.scores[numbers.other]))
    moments = zip(numbers.turns.tolist(), numbers.angles.tolist(), numbers.turned.tolist(), strict=True)
    for turns, angle, score in (unturned, *moments):
        assert as_printed(own + turns * step, digits.degrees) == as_printed(angle, digits.degrees)
        at = numbers.steps.index(f"{turns:.0f}")
        shadow = as_printed(float(numbers.shadow_by_steps[at]), numbers.shadow_digits(int(turns)))
        assert format_number(shadow * length) == format_number(score)
    for (query, key), apart in zip(numbers.places.tolist(), numbers.gaps.tolist(), strict=True):
        assert abs(query - key) == apart


def test_a_segment_is_drawn_for_each_place_between_the_words() -> None:
    figure = default_run("lesson-positions").figure
    drawn = [segment for segment in figure.dial.segments if len(segment.points)]
    assert len(drawn) == 9 - 8 == figure.numbers.turns[-1]
    ways = [np.unwrap(np.arctan2(*(segment.points - figure.centre).T[1::-1])) for segment in drawn]
    np.testing.assert_allclose([np.ptp(way) for way in ways], 1.0, atol=0.06)
    assert [bar.get_stroke_opacity() for bar in figure.row.bars] == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    for index, place in ((figure.asking, 9), (figure.answering, 8)):
        assert figure.row.slots[index] == place - 1
        assert figure.row.words[index].get_x() == pytest.approx(figure.row.numbers[place - 1].get_x(), abs=1e-6)


def test_no_hand_turns_while_words_move_without_places() -> None:
    beats = {each.beat.name: each for each in default_run("lesson-positions").snapshots}
    scored, ordered = ([shown for _, shown, _ in beats[name].numbers] for name in ("score", "order"))
    assert set(scored) == set(ordered) and (scored.count("4.16"), ordered.count("4.16")) == (1, 3)
    assert all(np.allclose(*pair) for pair in zip(beats["score"].shafts, beats["order"].shafts, strict=True))


def test_both_words_trade_places_each_with_the_word_before_it() -> None:
    row = default_run("lesson-positions").figure.row
    placed = sorted(row.again, key=lambda word: float(word.get_x()))
    assert [word.text for word in placed] == ["I", "ate", "an", "apple", "and", "a", "banana"]
    assert [word.text for word in row.words] == ["I", "ate", "a", "banana", "and", "an", "apple"]


def test_the_shadow_drawn_is_the_one_printed() -> None:
    figure = default_run("lesson-positions").figure
    numbers, dial = figure.numbers, figure.dial
    way = (figure.hands[0].end - figure.centre) / np.linalg.norm(figure.hands[0].end - figure.centre)
    reach = float((dial.shadow.foot - figure.centre) @ way) / figure.unit
    assert reach == pytest.approx(figure.shadow.value, abs=1e-4)
    assert reach * float(numbers.length) == pytest.approx(float(numbers.turned[-1]), abs=1e-3)


def test_the_shadow_is_a_bar_beside_the_line_with_its_length_on_it() -> None:
    figure = default_run("lesson-positions").figure
    shadow, (label,) = figure.dial.shadow, figure._beside
    assert label.shown == figure.shadow.shown == format_number(figure.shadow.value, 4)
    edges = [float((corner - figure.centre) @ -shadow.aside) for corner in shadow.corners]
    assert min(edges) > 0.1 and float((label.get_center() - figure.centre) @ -shadow.aside) > max(edges)


def test_what_is_written_in_front_takes_the_places_that_the_words_left() -> None:
    row = default_run("lesson-positions").figure.row
    for each, place in zip(row.front, (1, 0), strict=True):
        assert each.get_x() == pytest.approx(row.numbers[place].get_x(), abs=1e-6)
    assert min(row.slots) == len(row.front) == 2


def test_the_plate_turns_with_both_hands_until_it_breaks() -> None:
    figure = default_run("lesson-positions").figure
    dial = figure.dial
    dial.crack = 0.0
    for query, key in ((7.0, 4.0), (9.0, 6.0)):
        dial.pose(query, key)
        rims = [half.points - figure.centre for half in dial.plate]
        for hand, rim in zip(dial.hands, rims, strict=True):
            way = (hand.end - figure.centre) / np.linalg.norm(hand.end - figure.centre)
            far = rim[np.linalg.norm(rim, axis=1).argmax()]
            assert rim[0] @ way == pytest.approx(np.linalg.norm(far), abs=1e-6)
        assert rims[0][60 * 4 - 4] == pytest.approx(rims[1][60 * 4 - 4], abs=1e-6)
    dial.crack = 0.3
    dial.pose(9.0, 6.0)
    halves = [half.points[60 * 4 - 4] for half in dial.plate]
    assert np.linalg.norm(halves[0] - halves[1]) > 0.25 * dial.radius


def test_rows_of_a_shuffled_phrase_keep_their_scores() -> None:
    numbers = default_run("lesson-positions").figure.numbers
    np.testing.assert_allclose(numbers.backwards.flip(0), numbers.scores, atol=1e-6)


# --- Training -----------------------------------------------------------------------------------------------------


def test_gradients_are_those_of_finite_differences() -> None:
    world = load_world("article")
    seen, _ = lessons(world)
    inputs, mask, position = seen.inputs(world).double(), seen.mask(), seen.position("apple")
    wanted = torch.randn(len(seen.kinds), 2, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    draw = torch.Generator().manual_seed(3)
    matrices = [torch.randn(2, 2, generator=draw, dtype=torch.float64).requires_grad_() for _ in range(3)]
    slopes = torch.autograd.grad(loss_of(matrices, inputs, mask, position, wanted)[0], matrices)
    for place, slope in enumerate(slopes):
        for row, column in np.ndindex(2, 2):
            ends = []
            for step in (1e-6, -1e-6):
                moved = [matrix.detach().clone() for matrix in matrices]
                moved[place][row, column] += step
                ends.append(float(loss_of(moved, inputs, mask, position, wanted)[0]))
            assert float(slope[row, column]) == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-4, abs=1e-6)


def test_no_word_to_be_guessed_was_seen() -> None:
    seen, unseen = lessons(load_world("article"))
    known = {word for phrase in seen.phrases for word in phrase}
    for phrase, kind in zip(unseen.phrases, unseen.kinds, strict=True):
        assert set(phrase) - known == {("pear", "laptop")[kind]}, "all that is new is the word of the family"
        assert phrase.count("apple") == 1
        assert phrase[0] == "I", "each is a whole phrase, not another one that is cut"
    assert unseen.kinds == (0, 1)
    for lesson in (seen, unseen):
        assert len(set(lesson.phrases)) == len(lesson.phrases)
        followed = {pair for phrase in lesson.phrases for pair in pairwise(phrase) if pair[0] in ("a", "an")}
        assert all((article == "an") == (word[0] in "aeiou") for article, word in followed)


def test_what_fills_up_shorter_phrases_is_not_looked_at() -> None:
    """Context vectors of phrases of several lengths are those of each phrase by itself."""
    world = load_world("article")
    seen, _ = lessons(world)
    matrices = torch.randn(3, 2, 2, generator=torch.Generator().manual_seed(4))
    position, wanted = seen.position("apple"), torch.zeros(len(seen.kinds), 2)
    _, found = loss_of(list(matrices), seen.inputs(world), seen.mask(), position, wanted)
    for phrase, row in zip(seen.phrases, found, strict=True):
        x = world.embedding().rows(phrase)
        weights = (x[phrase.index("apple")] @ matrices[0] @ (x @ matrices[1]).T).softmax(dim=-1)
        torch.testing.assert_close(row, weights @ x @ matrices[2], rtol=1e-4, atol=1e-5)


def test_the_border_is_as_far_from_one_ring_as_from_the_other_in_every_view() -> None:
    figure = built("lesson-training", {}, "16:9")
    for plane in (figure.near, figure.far):
        figure.look_from(plane.view)
        one, other = (plane.place(row) for row in figure.numbers.targets)
        lit = [np.array([*light.start, 0.0]) for light in figure.ground.glows]
        assert len(lit) == 2, "both halves are lit from there"
        for end in (*figure.border.segment, *(each[:2] for each in lit)):
            end = np.array([*end, 0.0])
            assert np.linalg.norm(end - one) == pytest.approx(np.linalg.norm(end - other), rel=1e-4)


@pytest.mark.parametrize("seed", [25, 0, 2])
def test_each_half_is_nearer_to_its_ring_and_has_its_light_and_its_name(seed: int) -> None:
    figure = built("lesson-training", {"seed": seed})
    for plane in (figure.near, figure.far):
        figure.look_from(plane.view)
        rings = [plane.place(row)[:2] for row in figure.numbers.targets]
        for kind, (half, light) in enumerate(zip(figure.border.halves, figure.border.lights(1.0), strict=True)):
            places = np.array([*(flat(place) for place in (*half, figure.names[kind].get_center())), light.end])
            own, other = (np.linalg.norm(places - ring, axis=1) for ring in (rings[kind], rings[1 - kind]))
            assert len(half) > 3 and (own <= other + 1e-4).all()


def test_who_is_counted_is_nearer_to_its_own_ring() -> None:
    """Counts are seen before the first step and after the last; between, they are taken of the places drawn."""
    made = default_run("lesson-training")
    figure = made.figure
    numbers, rings = figure.numbers, figure.numbers.targets.tolist()
    for rows, lesson, count in (
        (numbers.path, numbers.seen, figure.seen_count), (numbers.unseen_path, numbers.unseen, figure.unseen_count)
    ):  # fmt: skip
        own = [
            sum(
                math.dist(row, rings[kind]) < math.dist(row, rings[1 - kind])
                for row, kind in zip(rows[step].tolist(), lesson.kinds, strict=True)
            )
            for step in (0, -1)
        ]
        assert own == [0, len(lesson.kinds)]
        assert count.shown == own[-1]
        assert [number.value for number in count.numbers] == list(range(len(lesson.kinds) + 1))
    assert [int(value) for value in (numbers.own[0], numbers.own[-1], numbers.right)] == [0, 12, 2]
    shown = {snapshot.beat.name: [value for value, _, _ in snapshot.numbers] for snapshot in made.snapshots}
    assert {0.0, 12.0} <= set(shown["chance"]) and {0.0, 2.0, 12.0} <= set(shown["tie"])
    assert shown["learn"].count(12.0) == 2 and shown["learn"].count(2.0) >= 2 and 0.0 not in shown["learn"]


def test_chance_may_be_on_the_right_side_and_is_counted_so() -> None:
    figure = run("lesson-training", {"seed": 0})
    (caption,) = [each.beat.caption for each in figure.snapshots if each.beat.name == "chance"]
    assert "in 10 of 12 phrases" in caption


def test_the_error_is_the_mean_of_the_squares_of_the_lines() -> None:
    """Once learned, each line joins a place and the middle of its family, and their lengths give the error."""
    figure = default_run("lesson-training").figure
    numbers = figure.numbers
    lengths = [float(np.linalg.norm(lead.get_end() - lead.get_start())) / figure.view.unit for lead in figure.leads]
    assert np.mean(np.square(lengths)) == pytest.approx(float(numbers.loss[-1]), rel=1e-4)
    assert len(figure.leads) == len(numbers.seen.kinds), "what is never seen has no line"
    for lead, kind in zip(figure.leads, numbers.seen.kinds, strict=True):
        np.testing.assert_allclose(lead.get_end(), figure.plane.place(numbers.targets[kind]), atol=1e-6)


def test_places_are_where_the_learned_matrices_take_them() -> None:
    """The last step's context vectors follow from the learned matrices by hand, and each mark moved to its own."""
    figure = default_run("lesson-training").figure
    numbers, world = figure.numbers, load_world("article")
    matrices = [matrix.double().numpy() for matrix in (numbers.W_Q, numbers.W_K, numbers.W_V)]
    rows = torch.cat([numbers.path[-1], numbers.unseen_path[-1]])
    phrases = (*numbers.seen.phrases, *numbers.unseen.phrases)
    for phrase, row, mark in zip(phrases, rows, figure.marks, strict=True):
        x = np.array([world.vectors[word] for word in phrase])
        query = x[phrase.index("apple")] @ matrices[0]
        powers = np.exp(x @ matrices[1] @ query)
        np.testing.assert_allclose(row, powers / powers.sum() @ x @ matrices[2], atol=1e-4)
        np.testing.assert_allclose(mark.get_center(), figure.plane.place(row), atol=1e-4)


def test_all_places_begin_with_the_same_random_matrices() -> None:
    """Phrases that are never seen go through the matrices of each step, too, the random ones first."""
    figure = built("lesson-training", {})
    numbers, world = figure.numbers, load_world("article")
    draw = torch.Generator().manual_seed(figure.parameters.seed)
    matrices = [(0.3 * torch.randn(2, 2, generator=draw)).requires_grad_() for _ in range(3)]
    seen, unseen = lessons(world)
    assert numbers.new == ("pear", "laptop")
    for step in (0, 1):
        wanted = numbers.targets[list(seen.kinds)]
        loss, rows = loss_of(matrices, seen.inputs(world), seen.mask(), seen.position("apple"), wanted)
        torch.testing.assert_close(rows.detach(), numbers.path[step])
        asked = unseen.inputs(world), unseen.mask(), unseen.position("apple"), numbers.targets
        torch.testing.assert_close(loss_of(matrices, *asked)[1].detach(), numbers.unseen_path[step])
        slopes = torch.autograd.grad(loss, matrices)
        matrices = [
            (matrix - 0.04 * slope).detach().requires_grad_() for matrix, slope in zip(matrices, slopes, strict=True)
        ]
    starts = torch.cat([numbers.path[0], numbers.unseen_path[0]])
    for mark, row in zip(figure.marks, starts, strict=True):
        np.testing.assert_allclose(mark.get_center(), figure.near.place(row), atol=1e-4)


def test_ways_of_the_two_are_those_of_all_steps() -> None:
    figure = default_run("lesson-training").figure
    for way, rows in zip(figure.ways, figure.numbers.unseen_path.transpose(0, 1), strict=True):
        corners = np.array([figure.far.place(row) for row in rows])
        np.testing.assert_allclose(way.get_anchors()[0], corners[0], atol=1e-4)
        np.testing.assert_allclose(way.get_anchors()[-1], corners[-1], atol=1e-4)
        for corner in corners[::10]:
            assert np.linalg.norm(way.get_anchors() - corner, axis=1).min() < 1e-3


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_the_value_matrix_is_seen_from_chance_to_what_was_learned(frame: str) -> None:
    """Each step moves it by the rate times the slope; at last the one chosen by hand is seen, too."""
    made = framed_run("lesson-training", frame)
    numbers, world = made.figure.numbers, load_world("article")
    assert torch.equal(numbers.by_hand, torch.tensor(world.matrices["C"])), "the C of figures 17 and 18"
    shown = {each.beat.name: {value for value, _, _ in each.numbers} for each in made.snapshots}
    first, learned = ({*matrix.flatten().tolist()} for matrix in (numbers.values[0], numbers.W_V))
    assert shown["chance"] >= first and shown["tie"] >= first
    assert shown["learn"] >= learned and shown["unseen"] >= learned
    assert shown["by-hand"] >= {*learned, *numbers.by_hand.flatten().tolist()}
    draw = torch.Generator().manual_seed(made.figure.parameters.seed)
    matrices = [(0.3 * torch.randn(2, 2, generator=draw)).requires_grad_() for _ in range(3)]
    torch.testing.assert_close(matrices[2].detach(), numbers.values[0])
    seen, _ = lessons(world)
    wanted = numbers.targets[list(seen.kinds)]
    loss, _ = loss_of(matrices, seen.inputs(world), seen.mask(), seen.position("apple"), wanted)
    torch.testing.assert_close(numbers.values[1], numbers.values[0] - 0.04 * torch.autograd.grad(loss, matrices)[2])


def test_the_learned_matrix_is_compared_only_with_one_that_was_chosen() -> None:
    world = load_world("article")
    without = world.model_copy(update={"matrices": {}})
    assert "by-hand" not in [each.beat.name for each in run("lesson-training", {}, without).snapshots]
    other = load_world("article", {"matrices": {"W_V": [[-1.0, 0.5], [0.5, 1.0]]}})
    made = run("lesson-training", {}, other)
    (caption,) = [each.beat.caption for each in made.snapshots if each.beat.name == "by-hand"]
    assert "different" in caption
    assert made.figure.chosen[0].text == default_run("lesson-training").figure.chosen[0].text == "chosen by hand"


def test_same_signs_are_said_of_matrices_that_have_them_and_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = default_run("lesson-training").figure
    assert figure._comparison() == "by-hand"
    learned = torch.tensor([[1.0, -0.05], [-0.05, 1.0]])
    for by_hand, likeness, said in (
        (learned.abs(), 0.99, "by-hand-other"), (learned * 2, 0.99, "by-hand"), (learned, 0.5, "by-hand-other")
    ):  # fmt: skip
        numbers = replace(figure.numbers, W_V=learned, by_hand=by_hand, likeness=torch.tensor(likeness))
        monkeypatch.setattr(figure, "numbers", numbers)
        assert figure._comparison() == said


def test_the_last_line_answers_only_when_both_words_come_out_right(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = default_run("lesson-training").figure
    assert float(figure.numbers.right) == float(figure.numbers.asked) == 2
    assert figure._outcome() == "unseen-right"
    for right in (1.0, 0.0):
        monkeypatch.setattr(figure, "numbers", replace(figure.numbers, right=torch.tensor(right)))
        assert figure._outcome() == "unseen"


def test_in_the_near_view_all_places_can_be_told_apart() -> None:
    """Where learning begins, each place has a middle that no later one covers."""
    figure = built("lesson-training", {})
    at = [mark.get_center() for mark in figure.places]
    apart = [float(np.linalg.norm(one - other)) for one, other in combinations(at, 2)]
    assert min(apart) > float(figure.places[0].width) / 2
    assert figure.near.view.unit > 3 * figure.far.view.unit


def test_from_afar_what_is_never_seen_lies_large_upon_the_others() -> None:
    figure = built("lesson-training", {})
    figure._put(0.0, figure.far.view, _HEAPED)
    assert min(mark.height for mark in figure.new) > 2 * max(mark.height for mark in figure.places)
    assert min(mark.z_index for mark in figure.new) > max(mark.z_index for mark in figure.places)


def test_a_view_of_chance_that_is_no_nearer_is_left_out() -> None:
    """Then the rings are seen from the beginning on."""
    figure = default_run("lesson-training").figure
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenes.lesson.training._NEARER", 100.0)
        made = run("lesson-training", {"steps": 99})
    assert made.figure.near is made.figure.far
    assert figure.near is not figure.far


def test_each_place_lands_under_its_own_phrase() -> None:
    figure = default_run("lesson-training").figure
    for headers, lesson in ((figure.told, figure.numbers.seen), (figure.asked, figure.numbers.unseen)):
        assert [tuple(word.text for word in header.words) for header in headers] == list(lesson.phrases)
        for kind in (0, 1):
            ends = [header.get_right()[0] for header, its in zip(headers, lesson.kinds, strict=True) if its == kind]
            np.testing.assert_allclose(ends, ends[0], atol=1e-6)


def test_a_world_without_such_phrases_is_refused() -> None:
    world = load_world("article", {"phrases": {"fruit": "I ate a banana", "tech": "I got a new phone"}})
    with pytest.raises(UserError, match="for each family a phrase in which the subject stands with a word of it"):
        LearnedMatrices.compute(Learned(), world)


# --- All of them ------------------------------------------------------------------------------------------


def test_a_group_stands_for_its_figures() -> None:
    lessons = [name for name, entry in FIGURES.items() if entry.section == LESSONS]
    told = CliRunner().invoke(render.main, ["numbers", "lessons", "--format", "json"])
    assert told.exit_code == 0 and list(json.loads(told.stdout)) == lessons
    assert group("article") == tuple(FIGURES)[:26] and group("models") == tuple(FIGURES)[26:29]
    result = CliRunner().invoke(render.main, ["show", "lesons"])
    assert (result.exit_code, result.stderr) == (2, 'error: unknown figure "lesons"; did you mean "lessons"?\n')


# --- A fluffy blue creature ---------------------------------------------------------------------------------------


def test_the_creature_is_asked_scored_and_updated_by_hand() -> None:
    numbers, world = default_run("lesson-value-update").figure.numbers, load_world("creature")
    x = np.array([world.vectors[word] for word in numbers.words])
    W_Q, W_K, W_V = (np.array(world.matrices[name]) for name in ("W_Q", "W_K", "W_V"))
    scores = x @ W_Q @ (x @ W_K).T
    powers = np.exp(scores)
    weights = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(numbers.scores, scores, atol=1e-5)
    np.testing.assert_allclose(numbers.weights, weights, atol=1e-5)
    at = numbers.words.index("creature")
    np.testing.assert_allclose(numbers.updated, x[at] @ W_V + weights[at] @ x @ W_V, atol=1e-5)


def test_values_laid_tip_to_tail_lead_to_the_new_place() -> None:
    """All but a crumb, which the words that are hardly heard add."""
    figure = default_run("lesson-value-update").figure
    first, second = figure.arrows
    np.testing.assert_allclose(first.start, figure.start, atol=1e-6)
    np.testing.assert_allclose(first.end, second.start, atol=1e-6)
    assert np.linalg.norm(second.end - figure.stops[-1]) < 0.05 * figure.plane.view.unit


def test_the_creature_stands_on_its_place_and_looks_as_its_numbers_say() -> None:
    figure = default_run("lesson-value-update").figure
    portrait, (fluffiness, blueness) = figure.portrait, figure.numbers.updated.tolist()
    assert (portrait.fluffiness, portrait.blueness) == pytest.approx((fluffiness, blueness))
    np.testing.assert_allclose(figure.word.at, figure.stops[-1])
    soles = float(portrait.feet.get_bottom()[1])
    assert float(portrait.at[0]) == pytest.approx(float(figure.stops[-1][0]))
    assert soles == pytest.approx(float(figure.word.mark.get_top()[1]) + 0.05, abs=0.02)
    assert 0.1 < float(figure.word.label.get_bottom()[1] - portrait.body.get_top()[1]) < 0.4, "its name is right above"


def test_a_value_keeps_its_place_beside_what_is_left_of_it_and_the_last_column_adds_up() -> None:
    figure = default_run("lesson-value-update").figure
    numbers, (own, *heard) = figure.numbers, figure.entries
    assert figure.has_columns
    for entry, share, place, weight in zip(heard, figure.shares, figure.best, numbers.heard, strict=False):
        assert [number.value for number in entry.coordinates.numbers] == numbers.values[place].tolist()
        products = [float(weight * value) for value in numbers.values[place]]
        assert [number.value for number in share.numbers] == pytest.approx(products)
        assert entry.number.get_right()[0] < entry.coordinates.get_left()[0]
        assert entry.coordinates.get_right()[0] < share.get_left()[0]
    column = [own.coordinates, *figure.shares, heard[-1].coordinates, figure.total.coordinates]
    assert [float(each.get_right()[0]) for each in column] == pytest.approx([figure.view.record.right] * 5, abs=1e-6)
    *added, total = ([float(number.shown) for number in each.numbers] for each in (*column[:4], figure.sums[-1]))
    np.testing.assert_allclose(np.sum(added, axis=0), total)


def test_a_value_has_the_colour_of_the_look_it_says_most_of() -> None:
    figure = default_run("lesson-value-update").figure
    fluffiness, blueness = figure.axis_colors()
    assert [figure.said_in(place) for place in figure.best] == [fluffiness, blueness]
    assert blueness == figure.style.theme.families[1], "in which the creature is drawn when it is blue"


def test_what_the_words_add_is_the_update_as_it_is_printed() -> None:
    numbers = default_run("lesson-value-update").figure.numbers
    np.testing.assert_allclose(numbers.look + numbers.parts.sum(dim=0), numbers.updated, atol=1e-6)
    np.testing.assert_allclose(numbers.stops[-1], numbers.updated, atol=1e-6)
    printed = [[as_printed(float(each), 2) for each in row] for row in (numbers.look, *numbers.parts)]
    np.testing.assert_allclose(np.sum(printed, axis=0), [as_printed(float(each), 2) for each in numbers.updated])


def test_a_long_shadow_is_a_high_score() -> None:
    figure = default_run("lesson-queries-and-keys").figure
    numbers, light = figure.numbers, figure.light
    asked = numbers.other  # who holds the lamp in the end
    for index, place in enumerate(figure.told):
        score, length = float(numbers.scores[asked, place]), float(numbers.lengths[asked])
        assert figure.readings[index].value * length == pytest.approx(score, rel=1e-3)
        ends = light.bars[index].points @ light.along
        assert np.ptp(ends) / light.unit == pytest.approx(figure.readings[index].value, rel=1e-3)


def test_only_lamp_and_ruler_turn() -> None:
    run = default_run("lesson-queries-and-keys")
    figure = run.figure
    for word, token in figure.keys.items():
        place = figure.numbers.words.index(word)
        np.testing.assert_allclose(token.mark.get_center(), figure.plane.place(figure.numbers.keys[place]), atol=1e-6)
    for which, angle in enumerate(figure.angles):
        figure._turn_to(float(which))
        assert figure.light.angle == pytest.approx(angle)
        behind = [float(np.dot(each.way, figure.light.toward_lamp)) for each in figure.standers]
        assert -figure.light.behind < min(behind) and max(behind) < figure.light.before
    figure._turn_to(1.0)


def test_the_creature_looks_in_the_end_as_its_new_vector_says_and_trees_are_green() -> None:
    figure = default_run("lesson-queries-and-keys").figure
    creature, trees = (holder.body for holder in figure.holders)
    assert [creature.fluffiness, creature.blueness] == pytest.approx(figure.numbers.updated.tolist())
    assert figure.holders[1].grows
    green = float(figure.holders[1].stages[-1])
    assert 0.5 < green < 1.0
    assert all(float(leaf.width) > 0.05 for leaf in trees.leaves)


# --- Real words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mole", "pairs"])
def test_places_of_real_words_are_those_of_the_table(name: str) -> None:
    """The world's own seeds, projected again, give its vectors."""
    world = load_world(name)
    assert world.made_from is not None
    seeds = "; ".join(f"{axis}: {' '.join(words)}" for axis, words in world.made_from.seeds.items())
    phrases = list(world.phrases.values())
    made = {}
    for phrase in phrases:
        made |= words_world(word_plane(seeds, [phrase]), world.made_from.scale)["vectors"]
    assert {word: list(row) for word, row in world.vectors.items()} == {word: made[word] for word in world.vectors}


def test_three_phrases_take_the_mole_to_three_places_by_hand() -> None:
    figure, world = default_run("lesson-polysemy").figure, load_world("mole")
    for index, (line, end) in enumerate(zip(figure.numbers.lines, figure.numbers.ends, strict=True)):
        x = np.array([world.vectors[word] for word in line])
        powers = np.exp(x @ x[line.index("mole")])
        np.testing.assert_allclose(end, powers / powers.sum() @ x, atol=1e-5)
        np.testing.assert_allclose(figure.ways[index].get_end(), figure.plane.place(end), atol=1e-6)


def test_shares_of_the_pull_add_up_as_they_are_printed_and_are_in_one_scale() -> None:
    figure = default_run("lesson-polysemy").figure
    for shares in figure.shares[1:]:
        assert sum(as_printed(value, 2) for value in shares.values) == pytest.approx(1.0)
    assert len({shares.unit for shares in figure.shares}) == len({shares.at_zero for shares in figure.shares}) == 1


def test_a_pencil_finds_the_first_place_from_what_is_printed() -> None:
    """Share × way is each step, the steps and the start add up to the total, all as they are printed."""
    made = default_run("lesson-polysemy")
    numbers, total = made.figure.numbers, made.figure.sum
    printed = [[as_printed(part.value, 2) for part in row if isinstance(part, Number)] for row in total.rows]
    assert [as_printed(share * way, 2) for share, way, _ in printed] == [step for _, _, step in printed]
    start = as_printed(float(numbers.start[numbers.axis]), 2)
    assert sum(share for share, _, _ in printed) == pytest.approx(1.0, abs=0.011), "its own is one of them"
    assert start + sum(step for _, _, step in printed) == pytest.approx(as_printed(total.total.value, 2))
    assert total.total.value == float(numbers.ends[0, numbers.axis])
    shown = {value for value, _, _ in made.snapshots[2].numbers}
    assert shown >= {
        *numbers.ways.tolist(),
        *numbers.steps.tolist(),
        *numbers.shares(0).tolist(),
        float(numbers.owns[0]),
    }


def test_the_strongest_neighbour_alone_takes_the_word_its_share_of_the_way() -> None:
    numbers, world = default_run("lesson-polysemy").figure.numbers, load_world("mole")
    mole, dug = np.array(world.vectors["mole"]), np.array(world.vectors["dug"])
    share = float(numbers.of(0)[numbers.lines[0].index("dug")])
    np.testing.assert_allclose(numbers.alone, mole + share * (dug - mole), atol=1e-6)


def test_the_axes_numbers_stand_at_their_own_places() -> None:
    figure = default_run("lesson-polysemy").figure
    ticks = {number[-1].value: number[-1] for number in figure.plane.numbers[:3]}
    assert sorted(ticks) == [0.0, 1.0, 2.0]
    for value, tick in ticks.items():
        assert tick.get_center()[0] == pytest.approx(figure.plane.place(torch.tensor([value, 0.0]))[0], abs=1e-2)


def test_the_middle_of_each_disc_is_the_place_and_it_covers_no_puller_and_no_other_disc() -> None:
    figure = default_run("lesson-polysemy").figure
    for index, (disc, end) in enumerate(zip(figure.discs, figure.ends, strict=True)):
        np.testing.assert_allclose(disc.at, end, atol=1e-6)
        np.testing.assert_allclose(disc.body.get_center(), end, atol=1e-6)
        np.testing.assert_allclose(disc.picture.get_center(), end, atol=1e-6)
        assert disc.pictured
        for row in figure.numbers.pullers(index):
            assert np.linalg.norm(figure.plane.place(row) - end) > disc.widest
        for other in figure.ends[index + 1 :]:
            assert np.linalg.norm(other - end) > 2 * disc.widest


def test_no_pull_is_hidden_behind_an_earlier_meaning() -> None:
    """Small words of the third phrase pull across the first one's meaning: their band swings around it."""
    figure = default_run("lesson-polysemy").figure
    others = figure.pulls[2][2]
    assert abs(figure._around_meanings(2, others)) > 0.1
    assert figure._around_meanings(2, figure.pulls[2][0]) == 0.0, "nothing is in the way of skin"
    for index in (1, 2):
        for pull in figure.pulls[index][:-1]:
            band = pull.copy().set_ends(pull.puller, figure.start)
            band.set_pull(band.weight, figure._around_meanings(index, pull))
            for disc, end in zip(figure.discs[:index], figure.ends, strict=False):
                assert min(np.linalg.norm(corner - end) for corner in band.body.points) > disc.widest


def test_a_word_without_a_picture_stays_a_disc() -> None:
    disc = MeaningDisc(np.zeros(3), ("#ff0000", "#00ff00"), "no-such-picture", 0.5)
    disc.fill().open(1.0)
    assert not disc.pictured
    np.testing.assert_allclose(disc.body.get_center(), np.zeros(3), atol=1e-2)
    assert float(disc.body.width) < 0.5


def test_a_pull_behind_a_nearer_one_swings_out_of_its_way() -> None:
    figure = default_run("lesson-polysemy").figure
    bows = figure._bows(1)
    assert [float(band.weight) for band in bows] == pytest.approx([float(figure.numbers.of(1).max())])
    assert figure.pulls[1][0].bend == pytest.approx([*bows.values()][0]), (
        "atoms, behind carbon, once the word has landed"
    )


def test_every_name_is_nearest_to_its_own_word_and_no_pull_at_rest_runs_through_it() -> None:
    figure = default_run("lesson-polysemy").figure
    for index, words in enumerate(figure.heard):
        rests = [(flat(pull.puller), flat(figure.ends[index])) for pull in figure.pulls[index]]
        for word in words:
            name = box_of(word.label)
            far = {other.word: gap(name, box_of(other.mark)) for other in words}
            assert min(far, key=lambda each: far[each]) == word.word
            assert not any(inside_length(line, name) > 0 for line in rests), word.word


def test_every_pull_comes_from_its_place_and_small_words_pull_together_from_their_mean() -> None:
    figure = default_run("lesson-polysemy").figure
    for index, pulls in enumerate(figure.pulls):
        np.testing.assert_allclose(sum(pull.weight for pull in pulls), 1.0, atol=1e-6)
        mean = sum(pull.weight * pull.puller for pull in pulls)
        np.testing.assert_allclose(mean, figure.ends[index], atol=1e-5)
        assert [token.word for token in figure.heard[index]] == [
            ["dug", "tunnel", "garden", "4 others"], ["atoms", "carbon", "grams", "weighs", "3 others"],
            ["skin", "removed", "5 others"],
        ][index]  # fmt: skip


def test_a_landmark_gives_way_to_a_word_that_lies_upon_it() -> None:
    """The verbs “dug” and “removed” are almost one point."""
    shown = [{name for name, _ in snapshot.marks} for snapshot in default_run("lesson-polysemy").snapshots]
    assert shown[0] == shown[-1] == {"dug", "atoms", "skin"}
    assert "dug" not in shown[4]


def test_the_way_from_man_to_woman_is_carried_unturned() -> None:
    figure, world = default_run("lesson-embedding-directions").figure, load_world("pairs")
    way = np.subtract(world.vectors["woman"], world.vectors["man"])
    other = np.subtract(world.vectors["queen"], world.vectors["king"])
    cosine = way @ other / np.linalg.norm(way) / np.linalg.norm(other)
    assert float(figure.numbers.alike[1]) == pytest.approx(cosine, abs=1e-5)
    carried, step = figure.carried[1], figure.ends[0] - figure.starts[0]
    np.testing.assert_allclose(carried.end - carried.start, step, atol=1e-6)
    np.testing.assert_allclose(carried.start, figure.plane.place(torch.tensor(world.vectors["king"])), atol=1e-6)


def test_axes_cross_before_the_words_and_ticks_stand_at_their_numbers() -> None:
    figure, world = default_run("lesson-embedding-directions").figure, load_world("pairs")
    words = [world.vectors[word] for word in figure.numbers.words]
    assert figure.crossing[0] < min(row[0] for row in words) and figure.crossing[1] < min(row[1] for row in words)
    x, y = figure.view.origin
    across, _ = figure.plane.counts
    for index, text in enumerate(figure.plane.numbers):
        tick, axis = text[-1], 0 if index < len(across) else 1
        wanted = (tick.value - figure.crossing[axis]) * figure.view.unit
        mark = figure.plane.ticks[index].get_center()
        assert float(mark[axis]) - (x, y)[axis] == pytest.approx(wanted, abs=1e-6)
        assert float(text[-1].get_center()[axis]) == pytest.approx(float(mark[axis]), abs=0.05)
    assert figure.plane.ticks not in figure.plane.submobjects, "where lines of the grid cross is no origin"
    assert figure.ground.axes[0].get_stroke_color() == figure.ground.grid[0].get_stroke_color()


def test_the_counterpart_lies_as_far_from_the_steps_end_as_is_printed() -> None:
    figure = default_run("lesson-embedding-directions").figure
    for index in range(1, 4):
        line = figure.misses[index]
        drawn = np.linalg.norm(line.get_end() - line.get_start()) / figure.view.unit
        assert drawn == pytest.approx(float(figure.numbers.missed[index]), abs=1e-5)
        np.testing.assert_allclose(line.get_end(), figure.seconds[index].at, atol=1e-6)


def test_distances_lie_in_the_record_in_one_scale_and_the_counterparts_is_the_least() -> None:
    figure = default_run("lesson-embedding-directions").figure
    placed = [*figure.contest, *figure.gaps]
    heights = [float(place.start[1]) for place in figure.contest]
    assert heights[0] - heights[1] == pytest.approx(0.8), "no hole"
    for place, line in zip(figure.gaps[1:], figure.misses[2:], strict=True):
        assert float(place.start[1]) == pytest.approx(float(line.get_y())), "as high as on the plane"
    assert [place.number.value for place in figure.gaps] == figure.numbers.missed[1:].tolist()
    units = [float(place.end[0] - place.start[0]) / place.number.value for place in placed]
    assert (
        units == pytest.approx([units[0]] * len(units)) and 0.6 * figure.view.unit < units[0] <= figure.view.unit + 1e-6
    )
    for line, missed in zip(figure.filed, figure.numbers.missed[1:], strict=True):
        start, end = line.get_start(), line.get_end()
        assert float(start[1]) == pytest.approx(float(end[1]))
        assert float(end[0] - start[0]) == pytest.approx(float(missed) * units[0], abs=1e-5)
    words, end = load_world("pairs").vectors, figure.numbers.carried[1].numpy()
    apart = {word: float(np.linalg.norm(np.subtract(words[word], end))) for word in figure.numbers.words}
    nearest = sorted(set(apart) - {"king"}, key=lambda word: apart[word])[:2]
    assert nearest == ["queen", figure.numbers.rival]
    assert float(figure.numbers.rival_gap) == pytest.approx(apart[figure.numbers.rival], abs=1e-5)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_arrows_leave_the_dots_of_their_words_whole(frame: str) -> None:
    figure = run("lesson-embedding-directions", frame=frame).figure
    arrow, dot = figure.carried[1], float(figure.firsts[0].mark.width) / 2
    gaps = [
        min(float(np.linalg.norm(corner - at)) for corner in arrow.body.get_vertices())
        for at in (figure.starts[1], figure.starts[1] + figure.ends[0] - figure.starts[0])
    ]
    assert min(gaps) > dot + 0.03


def test_all_arrows_begin_at_one_place_and_are_equally_long() -> None:
    figure = default_run("lesson-embedding-directions").figure
    fan = figure.fan
    drawn = np.array([arrow.end - arrow.start for arrow in fan.arrows])[:, :2]
    ways = figure.numbers.ways.numpy()
    lengths = np.linalg.norm(drawn, axis=1)
    np.testing.assert_allclose(lengths, lengths[0])
    np.testing.assert_allclose(drawn / lengths[0], ways / np.linalg.norm(ways, axis=1, keepdims=True), atol=1e-6)
    for arrow in fan.arrows:
        np.testing.assert_allclose(arrow.start, fan.tail, atol=1e-6)
    for arrow, start, end in zip(figure.arrows, figure.starts, figure.ends, strict=True):  # the map keeps its own
        np.testing.assert_allclose([arrow.start, arrow.end], [start, end], atol=1e-6)
        assert any(arrow in part.get_family() for part in figure.mobjects)
        assert arrow.shaft_width == pytest.approx(fan.arrows[0].shaft_width), "it was wide only for a moment"


def test_a_pairs_own_arrow_is_wide_while_it_is_drawn_again_where_all_begin() -> None:
    figure = default_run("lesson-embedding-directions").figure
    own, drawn, fan = figure.arrows[2], figure.fan.arrows[2], figure.fan
    thin, ends = own.shaft_width, (own.start.copy(), own.end.copy())
    motion = figure._drawn_again(2)
    assert drawn.length < 0.01, "it grows from nothing"
    motion.move_to_share(0.5)
    assert drawn.length == pytest.approx(fan.radius / 2) and own.shaft_width == pytest.approx(2 * thin)
    np.testing.assert_allclose(drawn.start, fan.tail)
    motion.move_to_share(1.0)
    assert drawn.length == pytest.approx(fan.radius) and own.shaft_width == pytest.approx(thin)
    np.testing.assert_allclose((own.start, own.end), ends)


def test_gathered_arrows_are_long_and_begin_as_high_as_no_word_beside_the_map() -> None:
    figure = default_run("lesson-embedding-directions").figure
    fan, words = figure.fan, (*figure.firsts, *figure.seconds)
    assert fan.radius > 4.0
    assert min(abs(float(fan.tail[1] - word.at[1])) for word in words) > 0.3
    assert all(float(fan.tail[0] - word.at[0]) > 0.1 for word in words)
    heads = 0.3  # scene units: an arrow's head is shorter
    radii = sorted(float(arc.radius) for arc in fan.arcs)
    assert radii[-1] < 0.8 * fan.radius < fan.radius - heads
    assert min(far - near for near, far in pairwise(radii)) > heads
    low = min(box_of(name)[1] for name in fan.names)
    assert low - box_of(fan.title)[3] >= 0.4, "what the direction means is no line of the list"
    assert fan.veil.width > figure.stage.width and fan.veil.height > figure.stage.height, "it has no edge in the frame"


def test_icons_that_walk_cover_no_other_pairs_word_and_leave_the_first_word_whole() -> None:
    figure = default_run("lesson-embedding-directions").figure
    for index in (0, 1):  # the pairs with icons
        one, other = (words[index].submobjects[2] for words in (figure.firsts, figure.seconds))
        lift = figure._lift(index, one, other)
        assert lift is not None
        others = [*figure.firsts[:index], *figure.firsts[index + 1 :], *figure.seconds[:index]]
        names = [box_of(word.name_text) for word in (*others, *figure.seconds[index + 1 :])]
        for share in np.linspace(0.0, 1.0, 15):
            at = (
                (1 - share) * one.get_center() + share * other.get_center() + point(0.0, 4 * lift * share * (1 - share))
            )
            moved = box_of(one.copy().move_to(at))
            assert not any(overlap(moved, name) for name in names)
        opacity = max(float(part.get_fill_opacity()) for part in one.family_members_with_points())
        assert opacity == pytest.approx(1.0), "bright again"
    figure.firsts[2].name_text.move_to((figure.firsts[1].at + figure.seconds[1].at) / 2)
    try:
        assert figure._lift(1, *(words[1].submobjects[2] for words in (figure.firsts, figure.seconds))) != 0.0
    finally:
        figure.firsts[2].name_text.move_to(figure.firsts[2].at + point(*figure.firsts[2].offset))


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_gathered_arrows_and_the_pairs_at_their_tips_lie_where_nothing_of_the_map_does(frame: str) -> None:
    figure = run("lesson-embedding-directions", frame=frame).figure
    fan, words = figure.fan, (*figure.firsts, *figure.seconds)
    boxes = [box_of(part) for word in words for part in (word.mark, word.name_text, *word.submobjects[2:]) if part]
    for name in (*fan.names, fan.title):
        assert not any(overlap(box_of(name), box) for box in boxes)
        assert not any(overlap(box_of(name), box_of(other)) for other in fan.names if other is not name)
    for arrow in fan.arrows:
        line = (flat(arrow.start), flat(arrow.end))
        assert not any(inside_length(line, box) for box in [*boxes, *map(box_of, fan.names)])
    pairs = [f"{first} → {second}" for first, second in zip(*(iter(figure.numbers.words),) * 2, strict=True)]
    assert [name.submobjects[-1].text for name in fan.names] == pairs


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_angles_with_the_step_are_drawn_as_they_are_said_each_at_its_own_radius(frame: str) -> None:
    figure = run("lesson-embedding-directions", frame=frame).figure
    numbers, fan = figure.numbers, figure.fan
    np.testing.assert_allclose(torch.cos(torch.deg2rad(numbers.angles)), numbers.alike, atol=1e-5)
    assert float(numbers.angles[0]) == 0.0
    turned = [abs(float(np.rad2deg(arc.angle))) for arc in fan.arcs]
    assert turned == pytest.approx(numbers.angles[1:].tolist(), abs=1e-3)
    assert [name.submobjects[0].value for name in fan.names[1:]] == numbers.angles[1:].tolist()
    assert max(float(arc.radius) for arc in fan.arcs) < fan.radius
    assert len({round(float(arc.radius), 3) for arc in fan.arcs}) == len(fan.arcs), "none lies on another"
    for arc, along in zip(fan.arcs, fan.along[1:], strict=True):
        np.testing.assert_allclose(arc.get_end(), fan.tail + float(arc.radius) * along, atol=1e-5)
        curve = [flat(arc.point_from_proportion(share)) for share in np.linspace(0.0, 1.0, 20)]
        for name in fan.names:
            assert not any(inside_length(line, box_of(name)) > 0 for line in pairwise(curve))


def test_a_distance_grows_as_its_circle_does() -> None:
    figure = default_run("lesson-embedding-directions").figure
    place, circle = figure.contest[1], figure._circle(1)
    begun = figure._grow(circle, 1, (0.0, 0.25), place, 0.1)
    grown = figure._grow(circle, 1, (0.25, 0.5), place, 0.1, begun)
    away = np.linalg.norm(circle.points - figure.tips[1], axis=1)
    np.testing.assert_allclose(away, 0.5 * figure.view.unit, rtol=1e-3)
    np.testing.assert_allclose([grown.get_start(), grown.get_end()], [place.start, place.end], atol=1e-6)


def test_a_circle_that_grows_runs_through_no_word() -> None:
    """It is whole where nothing lies, and otherwise open by just the angle that a box takes."""
    whole = open_circle(point(1.0, 2.0), 0.5, [])
    assert len(whole) == 4 * 360
    np.testing.assert_allclose([whole[0], whole[-1]], [point(1.5, 2.0)] * 2, atol=1e-9)
    cut = open_circle(point(), 1.0, [(0.5, -0.5 + 0.09, 2.0, 0.5 - 0.09)])  # within 30 degrees of the right
    assert len(cut) / 4 == pytest.approx(300, abs=3) and float(cut[:, 0].max()) < 0.87
    figure = default_run("lesson-embedding-directions").figure
    names = [box_of(word.name_text) for word in (*figure.firsts, *figure.seconds)]
    for radius in np.linspace(0.05, 0.8, 40) * figure.view.unit:
        points = figure._open(figure.tips[1], radius)
        assert len(points), "it is never hidden altogether"
        for left, low, right, top in names:
            x, y = points[:, 0], points[:, 1]
            assert not ((x > left) & (x < right) & (y > low) & (y < top)).any()


def test_angles_are_measured_from_the_smallest_to_the_largest_and_stay() -> None:
    figure = default_run("lesson-embedding-directions").figure
    fan, angles = figure.fan, figure.numbers.angles.tolist()
    assert [angles[index] for index in fan.order] == sorted(angles[1:])
    assert all(arc in figure.mobjects for arc in fan.arcs)


def test_a_step_is_added_clear_of_where_it_was_reckoned() -> None:
    for frame in ("16:9", "9:16"):
        figure = run("lesson-embedding-directions", frame=frame).figure
        begins = figure.king_rows[1].copy().shift(-figure._drop())
        assert not overlap(box_of(begins), box_of(figure.pair_rows[2]))


def test_a_distance_is_measured_between_two_places_that_are_written_out() -> None:
    figure, words = default_run("lesson-embedding-directions").figure, load_world("pairs").vectors
    *rows, length = figure.measured
    written = [[number.value for number in row[1].numbers] for row in rows]
    end = np.add(words["king"], np.subtract(words["woman"], words["man"]))
    np.testing.assert_allclose(written, [words["queen"], end, np.subtract(words["queen"], end)], atol=1e-5)
    queen, end, gap = ([round(100 * float(number.shown)) for number in row[1].numbers] for row in rows)
    assert np.subtract(queen, end).tolist() == gap, "a pencil comes to the same"
    assert f"{np.linalg.norm(gap) / 100:.2f}" == length[1].shown == figure.contest[0].number.shown


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_words_that_are_not_yet_called_wait_as_nameless_dots_at_their_places(frame: str) -> None:
    figure, words = run("lesson-embedding-directions", frame=frame).figure, load_world("pairs").vectors
    assert list(figure.unknown) == list(figure.numbers.words[3:]), "the third word was called"
    for word, token in figure.unknown.items():
        assert token.name_text is None and token.color_by_role == figure.grey
        np.testing.assert_allclose(token.at, figure.plane.place(torch.tensor(words[word])), atol=1e-6)


@pytest.mark.parametrize(
    ("way", "meaning"),
    [((2.0, 0.1), ("more", "female")), ((0.1, -2.0), ("less", "royal")), ((1.0, 1.0), ("like", ""))],
)
def test_a_direction_means_the_axis_that_it_follows(way: tuple[float, float], meaning: tuple[str, str]) -> None:
    assert meaning_of(torch.tensor(way), ("female", "royal")) == meaning


# --- Two languages ------------------------------------------------------------------------------------------------


def test_a_word_asks_the_other_language_by_hand() -> None:
    figure, world = default_run("lesson-cross-attention").figure, load_world("two-languages")
    numbers = figure.numbers
    keys = np.array([world.vectors[word] for word in numbers.answering])
    for place, word in enumerate(numbers.asking):
        powers = np.exp(keys @ np.array(world.vectors[word]))
        np.testing.assert_allclose(numbers.weights[place], powers / powers.sum(), atol=1e-5)
        drawn = [float(thread.get_stroke_width()) / 36 for thread in figure._threads(place)]
        wanted = [weight for weight in numbers.weights[place].tolist() if weight >= 0.02]
        assert drawn == pytest.approx([max(weight, 0.02 / 0.36) for weight in wanted], rel=1e-3)
        shares = [(float(square.width) / float(figure.cells[place][0].width)) ** 2 for square in figure.squares[place]]
        assert shares == pytest.approx(wanted, abs=1e-4)  # a cell is a weight of 1
        assert len(figure.cells[place]) == len(numbers.answering)
    assert numbers.asking[numbers.shared] == "habe"
    assert [digits.value for digits in figure.digits] == numbers.weights[numbers.shared].tolist()
    assert sum(float(digits.shown) for digits in figure.digits) == pytest.approx(1.0)
    feet = [thread.get_start()[0] for thread in figure._threads(numbers.shared)]
    for (one, other), (left, right) in zip(
        pairwise(numbers.weights[numbers.shared].tolist()), pairwise(feet), strict=True
    ):
        assert right - left == pytest.approx(0.36 * (one + other) / 2)  # ribbons stand side by side
    assert {column: digits.shown for column, digits in figure.shared.items()} == {0: "0.11", 1: "0.81"}
    for rest, row in zip(numbers.rest.tolist(), numbers.weights.tolist(), strict=True):
        assert rest == pytest.approx(sum(row) - max(row), abs=1e-6)
    assert [len(figure.signs), figure.total[-1].shown] == [len(numbers.answering) - 1, "1.00"]


def test_scores_are_sums_of_products_and_their_bars_become_the_shares_of_one_whole() -> None:
    figure, world = default_run("lesson-cross-attention").figure, load_world("two-languages")
    numbers, query = figure.numbers, np.array(world.vectors["gegessen"])
    scores = [float(query @ np.array(world.vectors[word])) for word in numbers.answering]
    np.testing.assert_allclose(numbers.scores[numbers.position], scores, atol=1e-5)
    assert [number.value for _, number in figure._make_scores(numbers.position)] == pytest.approx(scores, abs=1e-5)
    bars = [float(bar.width) for bar, _ in figure._make_scores(numbers.position)]
    assert [bar / max(bars) for bar in bars] == pytest.approx(
        [max(each / max(scores), 0.014 / max(bars)) for each in scores]
    )
    shares, length = figure.whole.slices, float(figure.whole.frame[0].width) - 2 * 0.03
    assert [float(share.width) / length for share in shares] == pytest.approx(
        numbers.weights[numbers.position].tolist(), abs=1e-5
    )
    for left, right in pairwise(shares):  # they lie side by side and fill the whole
        assert right.get_left()[0] == pytest.approx(left.get_right()[0], abs=1e-5)


def test_the_score_that_is_worked_out_is_right_by_hand() -> None:
    figure = default_run("lesson-cross-attention").figure
    drawn = [
        piece.number.shown if hasattr(piece, "number") else piece.shown
        for _, part in figure.work
        for piece in part
        if hasattr(piece, "number") or hasattr(piece, "shown")
    ]
    assert drawn == ["2.6", "2.5", "0.1", "0.2", "6.52"]
    assert 2.6 * 2.5 + 0.1 * 0.2 == pytest.approx(6.52)
    place, column = figure.numbers.position, figure.numbers.strongest
    terms, _ = figure._terms(place, column)
    left = [index for index in range(figure.numbers.keys.shape[1]) if index not in terms]
    products = figure.numbers.queries[place] * figure.numbers.keys[column]
    assert float(products[left].abs().sum()) == pytest.approx(0.0)  # what is not written adds nothing


def test_a_ribbon_draws_back_to_its_corner_as_one_shape() -> None:
    """Both arms come to the corner at one moment; before, they keep their proportion; then the corner is the square."""
    figure = default_run("lesson-cross-attention").figure
    place, (column, square) = 0, (0, figure.squares[0][0])
    whole = square.points.copy()
    hardening = figure._hardening()
    start, corner, end = figure._angle(place, column)
    half = 0.36 * float(figure.numbers.weights[place, column]) / 2
    for share in (0.0, 0.5, 1.0):
        hardening.move_to_share(0.7 * share)
        left = corner[0] - float(square.get_left()[0])
        up = float(square.get_top()[1]) - corner[1]
        assert left == pytest.approx(half + (1 - share) * (corner[0] - start[0] - half), rel=1e-3)
        assert up == pytest.approx(half + (1 - share) * (end[1] - corner[1] - half), rel=1e-3)
    hardening.move_to_share(1.0)
    np.testing.assert_allclose(square.points, whole)


def test_a_query_lies_on_a_key_tooth_by_tooth_and_a_ribbon_turns_where_its_row_meets_its_column() -> None:
    figure, world = default_run("lesson-cross-attention").figure, load_world("two-languages")
    numbers = figure.numbers
    figure._make_combs()  # as they were before they sank
    unit = 0.85 / 2.6  # the largest number of all
    for words, combs in ((numbers.asking, figure.queries), (numbers.answering, figure.keys)):
        for word, comb in zip(words, combs, strict=True):
            heights = [float(tooth.get_top()[1] - comb[-1].get_y()) for tooth in comb[:-1]]
            assert heights == pytest.approx([unit * number for number in world.vectors[word]], abs=1e-4)
    assert len({round(float(comb[-1].width), 4) for comb in (*figure.queries, *figure.keys)}) == 1
    for place, squares in enumerate(figure.squares):
        for column, square in zip(figure._reached(place), squares, strict=True):
            way = figure._bent(place, column, 0.0)
            corner = np.array([way[:, 0].max(), way[:, 1].min(), 0.0])
            assert np.linalg.norm(corner - square.get_center()) < 0.18, "within half of what a word's ribbons take"


# --- A real model's stream ----------------------------------------------------------------------------------------


def test_the_stream_is_the_recorded_one() -> None:
    numbers, recording = default_run("lesson-residual-stream").figure.numbers, read_recording("smollm2-stream")
    states, attention = (recording.tensor(f"0.{name}").double()[:, -1].numpy() for name in ("inputs", "outputs"))
    step, now = 0, states[0]
    for layer in range(len(numbers.layers)):
        for after in (states[layer] + attention[layer], states[layer + 1]):
            added = after - now
            assert float(numbers.lengths[step]) == pytest.approx(np.linalg.norm(now))
            assert float(numbers.added[step]) == pytest.approx(np.linalg.norm(added))
            cosine = now @ added / np.linalg.norm(now) / np.linalg.norm(added)
            assert float(numbers.angles[step]) == pytest.approx(np.degrees(np.arccos(cosine)))
            step, now = step + 1, after
    assert step == len(numbers.steps)
    units = states[:-1] / np.linalg.norm(states[:-1], axis=1, keepdims=True)
    cosines = (units[:-1] * units[1:]).sum(axis=1)
    assert numbers.turns.tolist() == pytest.approx(cosines.tolist())
    assert float(numbers.kept) == pytest.approx(sorted(cosines)[len(cosines) // 2])


def test_triangles_lie_side_by_side_by_hand() -> None:
    """3 and 4 at a right angle are 5, turned by arctan 4/3; back by half of 5 the direction stays."""
    flat = laid_flat(torch.tensor([3.0, 5.0, 2.5]), torch.tensor([4.0, 2.5]), torch.tensor([0.0, -1.0]))
    np.testing.assert_allclose(flat.numpy(), [[1.8, 2.4], [5.0, 0.0], [2.5, 0.0]], atol=1e-6)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_each_triangle_has_the_sides_and_the_angle_of_its_addition(frame: str) -> None:
    figure = run("lesson-residual-stream", frame=frame).figure
    numbers, seen = figure.numbers, figure.seen
    for step, (arrow, wall) in enumerate(zip(figure.shell.arrows, figure.shell.walls, strict=True)):
        before = (figure.first.end if step == 0 else figure.shell.walls[step - 1].get_end()) - seen.tail
        after = wall.get_end() - seen.tail
        assert np.linalg.norm(before) == pytest.approx(seen.scale * float(numbers.lengths[step]))
        assert np.linalg.norm(after) == pytest.approx(seen.scale * float(numbers.lengths[step + 1]))
        start, tip = (arrow.points[0] + arrow.points[-4]) / 2, after + seen.tail
        assert min(np.linalg.norm(arrow.points - tip, axis=1)) == pytest.approx(0.0, abs=1e-6)
        assert np.linalg.norm(tip - start) == pytest.approx(seen.scale * float(numbers.added[step]))
        added = after - before
        assert np.linalg.norm(added) == pytest.approx(seen.scale * float(numbers.added[step]))
        cosine = before @ added / np.linalg.norm(before) / np.linalg.norm(added)
        assert np.degrees(np.arccos(cosine)) == pytest.approx(float(numbers.angles[step]), abs=1e-3)
        assert before[0] * after[1] - before[1] * after[0] < 0, "all turn clockwise"
    np.testing.assert_allclose(figure.hand.end, figure.shell.walls[-1].get_end(), atol=1e-6)
    assert figure.hand.length / figure.first.length == pytest.approx(float(numbers.times))


def test_the_vector_rides_on_the_arrow_that_is_being_added() -> None:
    figure = default_run("lesson-residual-stream").figure
    place, seen = figure.front, figure.seen
    for step, share in ((0, 0.5), (1, 0.25), (22, 0.75)):
        figure._see(step + share)
        old, new = (figure.seen.at(tip) for tip in figure.tips[step : step + 2])
        np.testing.assert_allclose(figure.hand.end, old + share * (new - old), atol=1e-6)
        assert min(np.linalg.norm(figure.shell.arrows[step].points - figure.hand.end, axis=1)) < 1e-6
        assert not len(figure.shell.arrows[step + 1].points), "nothing comes before its turn"
    figure._see(place, seen)


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_the_shell_and_the_length_at_its_tip_stay_in_the_room(frame: str) -> None:
    figure = run("lesson-residual-stream", frame=frame).figure
    last = len(figure.tips) - 1
    for place in np.linspace(0.0, last, 4 * last + 1):
        figure._see(float(place))
        reading = figure._reading(float(np.linalg.norm(figure._tip(float(place)))))
        shown = [figure.hand, *(arrow for arrow in figure.shell.arrows if len(arrow.points)), reading]
        assert min(part.get_left()[0] for part in shown) > figure.room.left - 0.1
        assert max(part.get_right()[0] for part in shown) < figure.room.right + 0.1
        assert min(part.get_bottom()[1] for part in shown) > figure.room.bottom - 0.1
        assert max(part.get_top()[1] for part in shown) < figure.room.top + 0.1
    figure._see(float(last))


def test_the_step_that_shortens_the_vector_most_points_inwards() -> None:
    figure = default_run("lesson-residual-stream").figure
    numbers, step = figure.numbers, figure.numbers.back_at
    gains = numbers.lengths.diff()
    assert float(gains[step]) == float(numbers.back) == float(gains[6:].min()) < 0
    assert float(numbers.angles[step]) > 90
    arc, number = figure.arc
    seen = figure._view(step + 1.0)
    for place in arc.get_all_points():
        away = np.linalg.norm(place - seen.tail)
        assert away == pytest.approx(seen.scale * float(numbers.lengths[step]), rel=2e-3)
    assert number.value == float(numbers.lengths[step])
    beat = next(snap for snap in default_run("lesson-residual-stream").snapshots if snap.beat.name == "inwards")
    assert {"127", "117"} <= {text for _, text, _ in beat.numbers}


def test_in_the_middle_of_the_shell_the_first_arrow_is_as_it_was() -> None:
    """Seen as at the beginning, the first arrow has its old place and length, and what came last is there, too."""
    figure = default_run("lesson-residual-stream").figure
    end = float(len(figure.tips) - 1)
    figure._see(0.0)
    before = figure.first.start.copy(), figure.first.end.copy()
    figure._see(end, figure._view(0.0))
    np.testing.assert_allclose((figure.first.start, figure.first.end), before)
    np.testing.assert_allclose(figure.hand.start, before[0])
    assert len(figure.shell.arrows[0].points) and not len(figure.shell.arrows[2].points), "what is far off has faded"
    parts = list(figure.shell)
    places = [parts.index(triangle) for triangle in figure.shell.triangles]
    assert places == sorted(places, reverse=True), "earlier ones cover later ones"
    figure._see(end)


def test_in_the_middle_of_the_shell_all_but_the_first_arrow_is_dim_and_leaves_the_frame() -> None:
    figure = default_run("lesson-residual-stream").figure
    end = float(len(figure.tips) - 1)
    marks = figure.first.body, figure.hand.body, *figure.shell.arrows[:2]
    whole = [mark.get_fill_color().to_hex() for mark in marks]
    figure._see(end, figure._view(0.0))
    dim = [mark.get_fill_color().to_hex() for mark in marks]
    assert dim[0] == whole[0] and all(now != before for now, before in zip(dim[1:], whole[1:], strict=True))
    assert figure.hand.body.get_right()[0] == pytest.approx(figure.stage.width / 2), "it goes on beyond the frame"
    for edge in figure.soft:
        assert edge.get_fill_opacities().tolist() == [0.0, 0.5, 1.0, 1.0]
    (number,) = figure.now
    assert number.value == float(figure.numbers.lengths[-1])
    assert figure.hand.end[1] < number.get_bottom()[1] < figure.hand.end[1] + 0.5
    figure._see(end)
    assert [mark.get_fill_color().to_hex() for mark in marks] == whole


@pytest.mark.parametrize("frame", ["16:9", "4:3", "9:16"])
def test_the_key_names_the_colours_of_the_added_arrows(frame: str) -> None:
    figure = run("lesson-residual-stream", frame=frame).figure
    assert [label.text for label in figure.key] == ["attention", "network"]
    for step, label in enumerate(figure.key):
        color = figure.shell.arrows[step].get_fill_color()
        assert label.family_members_with_points()[0].get_fill_color() == color


def test_the_last_number_is_the_chance_of_the_recorded_next_word_which_joins_the_sentence() -> None:
    figure, phrase = default_run("lesson-residual-stream").figure, read_recording("smollm2-stream").about.phrases[0]
    chance, word = figure.guess[2], figure.guess[-1]
    assert (word.text, chance.value) == pytest.approx(phrase.next[0])
    assert (word.text, chance.shown) == ("Paris", "0.77")
    last, word = figure.header.words[-1], figure.joined
    assert (last.text, word.text) == ("is", "Paris")
    assert word.get_left()[0] == pytest.approx(last.get_right()[0] + figure.header.space, abs=1e-3)
    assert word.get_bottom()[1] == pytest.approx(last.get_bottom()[1], abs=0.02)


def streaming(folder: Path, layers: int, outward: float) -> Path:
    """Write a recording of a stream by chance, which also grows along itself by a share; return its file."""
    tokens = "some phrase of nine words in another model reads".split()
    about = {"version": 1, "model": "chance", "kind": "gpt2", "digest": 64 * "0", "bits": "", "seeds": {},
             "context": "", "layers": layers, "heads": 1,
             "phrases": [{"text": " ".join(tokens), "tokens": tokens, "next": [["unspeakable", 0.04]]}]}  # fmt: skip
    chance = np.random.default_rng(0)
    states, added = [chance.normal(size=(len(tokens), 8))], []
    for _ in range(layers):
        added.append(outward * states[-1] + chance.normal(size=states[-1].shape))
        states.append((1 + outward) * (states[-1] + added[-1]) + chance.normal(size=states[-1].shape))
    header: dict[str, Any] = {"__metadata__": {"recording": json.dumps(about)}}
    data = b""
    weights = np.tile(np.tri(len(tokens)) / np.arange(1, len(tokens) + 1)[:, None], (layers, 1, 1, 1))
    for name, rows in (("0.weights", weights), ("0.inputs", states), ("0.outputs", added)):
        content = np.stack(rows).astype("<f4").tobytes()
        ends = [len(data), len(data + content)]
        header[name] = {"dtype": "F32", "shape": np.stack(rows).shape, "data_offsets": ends}
        data += content
    head = json.dumps(header).encode()
    file = folder / "chance.safetensors"
    file.write_bytes(struct.pack("<Q", len(head)) + head + data)
    return file


@pytest.mark.parametrize("frame", ["16:9", "1:1", "9:16"])
@pytest.mark.parametrize(("layers", "outward"), [(7, -0.4), (12, 0.3), (9, 1.0)])
def test_another_models_stream_is_drawn_from_its_recording(
    tmp_path: Path, layers: int, outward: float, frame: str
) -> None:
    made = run("lesson-residual-stream", {"recording": str(streaming(tmp_path, layers, outward))}, frame=frame)
    figure = made.figure
    assert len(figure.numbers.steps) == 2 * (layers - 1) == len(figure.shell.arrows)
    shortened = float(figure.numbers.lengths.diff()[6:].min()) < 0
    assert ("inwards" in {beat.name for beat in figure.beats}) == shortened == (outward < 0)
    assert figure.hand.length == pytest.approx(figure.seen.scale * float(figure.numbers.lengths[-1]))
    assert faults(made) == []


def test_a_model_that_does_not_add_is_refused() -> None:
    result = CliRunner().invoke(render.main, ["show", "lesson-residual-stream", "--recording", "minilm-apple"])
    assert result.exit_code == 2
    assert result.stderr == (
        "error: lesson-residual-stream: this figure needs a recording of a language model of GPT-2's or Llama's kind; "
        '"minilm-apple" is of bert\'s\n'
    )


def test_a_refined_word_ends_where_its_cosines_place_it() -> None:
    """Computed once more with numpy from the recorded vectors; what is drawn is what follows the last phrase."""
    figure, recording = default_run("lesson-tower").figure, read_recording("smollm2-tower")
    neutral = recording.tensor("neutral").double().numpy()
    ends = [recording.tensor(f"{place}.end").double().numpy() - neutral for place in range(8)]
    units = [end / np.linalg.norm(end) for end in ends]
    assert figure.numbers.stages == ("tower", "Eiffel tower", "miniature Eiffel tower")
    for stage in range(3):
        np.testing.assert_allclose(figure.numbers.cosines[stage], [units[stage] @ unit for unit in units[3:]])
    assert figure.numbers.landmarks == ("castle", "France", "scale model")
    castle, france, model = (units[place] for place in (3, 6, 7))

    def placed(unit: np.ndarray) -> np.ndarray:
        return figure.spot(float(unit @ (france - castle)), float(unit @ model))

    for stage, unit in enumerate(units[:3]):
        np.testing.assert_allclose(figure.place(stage), placed(unit), atol=1e-6)
    np.testing.assert_allclose(figure.dot.get_center(), placed(units[2]), atol=1e-6)


def test_each_of_a_refined_words_phrases_stands_over_its_sum_at_its_own_place_in_the_end() -> None:
    figure = default_run("lesson-tower").figure
    assert [" ".join(word.text for word in phrase.words) for phrase in figure.phrases] == list(figure.numbers.stages)
    words = [word for phrase in figure.phrases for word in phrase.words]
    letters = [letter for word in words for letter in word.family_members_with_points()]
    assert {float(letter.get_fill_opacity()) for letter in letters} == {1.0}
    assert {letter.get_fill_color().to_hex().lower() for letter in letters} == {figure.style.theme.subject.lower()}
    labels = [VGroup(phrase, block) for phrase, block in zip(figure.phrases, figure.blocks, strict=True)]
    for stage, (phrase, block, label) in enumerate(zip(figure.phrases, figure.blocks, labels, strict=True)):
        assert 0.0 < float(phrase.get_bottom()[1] - block.get_top()[1]) < 0.3
        assert phrase in figure.mobjects
        away = [abs(float(label.get_y()) - float(figure.place(each)[1])) for each in range(3)]
        assert away.index(min(away)) == stage, "no other place is as near in height"
    first, second, third = labels
    assert float(first.get_right()[0]) < float(figure.place(0)[0]), "out of the way of the push"
    assert float(third.get_bottom()[1] - second.get_top()[1]) > 0.4


def test_a_refined_words_phrase_is_typed_beside_its_last_place_and_crosses_no_label_on_its_way() -> None:
    figure = default_run("lesson-tower").figure
    for stage in (1, 2):
        phrase, typed = figure.phrases[stage], figure._typed(stage)
        ways = typed - figure.place(stage - 1), phrase.get_center() - figure.place(stage)
        assert float(np.linalg.norm(ways[0])) < 4.5
        before = VGroup(figure.phrases[stage - 1], figure.blocks[stage - 1])
        here = phrase.copy().move_to(typed)
        assert here.get_left()[0] > before.get_right()[0] or here.get_bottom()[1] > before.get_top()[1] + 0.3


def test_bars_and_post_of_a_refined_word_lead_to_its_place() -> None:
    """A bar goes out from zero, another back from its end: that ends where the place is; the post is as high as it."""
    figure = default_run("lesson-tower").figure
    across, up = figure.unit
    far, near, post = figure.bars
    for cosines in (figure.numbers.held(2), [-0.2, 0.1, 0.1], figure.numbers.held(0)):
        numbers = figure._follow(cosines)
        zero = float(figure.origin[0])
        turn = zero - across * cosines[0]
        for bar, ends in ((far, (zero, turn)), (near, (turn, turn + across * cosines[1]))):
            np.testing.assert_allclose([bar.get_left()[0], bar.get_right()[0]], sorted(ends))
        assert float(post.get_x()) == pytest.approx(zero)
        assert float(post.height) == pytest.approx(up * cosines[2])
        assert far.get_top()[1] < near.get_bottom()[1], "both are seen"
        assert [number.value for number in numbers] == pytest.approx(cosines)
        at, (upright, flat) = figure.spot(cosines[1] - cosines[0], cosines[2]), figure.leads
        assert upright.get_x() == pytest.approx(at[0])
        assert upright.get_bottom()[1] == pytest.approx(near.get_top()[1])
        assert flat.get_y() == pytest.approx(at[1])
    for stage in (2, 1, 0):
        figure._follow(figure.numbers.held(stage))
        ends = float(near.get_right()[0]), float(post.get_top()[1])
        np.testing.assert_allclose(ends, figure.place(stage)[:2])


def test_a_number_in_a_bar_of_a_refined_word_is_not_seen_before_it_has_room() -> None:
    figure = default_run("lesson-tower").figure
    seen = []
    for near in (0.0, 0.05, 0.2, 0.4):
        numbers = figure._follow([0.5, near, 0.1])
        seen.append([figure._room(index, number) for index, number in enumerate(numbers)])
    assert [each[0] for each in seen] == [each[2] for each in seen] == [1.0] * 4
    assert [each[1] for each in seen] == [0.0, 0.0, 1.0, 1.0]


def test_a_refined_words_places_are_reckoned_from_what_is_printed() -> None:
    """Each difference is seen in the end, and each height once, at the way up."""
    figure = default_run("lesson-tower").figure
    printed = [["0.22", "0.69", "\N{MINUS SIGN}0.47"], ["0.54", "0.44", "0.10"], ["0.58", "0.49", "0.09"]]
    for stage, (block, shown) in enumerate(zip(figure.blocks, printed, strict=True)):
        numbers = [piece for piece in block.get_family() if isinstance(piece, Number)]
        assert [number.shown for number in numbers] == shown
        assert numbers[2].value == pytest.approx(float(figure.numbers.places[stage, 0]))
        near, far, across = (round(100 * float(text.replace("\N{MINUS SIGN}", "-"))) for text in shown)
        assert near - far == across
    seen = [part for each in figure.mobjects for part in each.get_family()]
    assert all(block in seen for block in figure.blocks), "all of them are seen in the end"
    up = figure.numbers.places[:, 1]
    heights = {
        round(float(each.get_y()), 3): each.shown for each in seen if isinstance(each, Number) and each.value in up
    }
    assert sorted(heights.values()) == ["0.06", "0.36", "0.47"]


def test_pictures_of_a_refined_word_stand_on_its_places_and_its_trail_leads_through_them() -> None:
    """In the end one stands at each place, one beside the way up from its dot; pushes are arrows from dot to dot."""
    figure = default_run("lesson-tower").figure
    icons = [each for each in figure.mobjects if isinstance(each, ShadedIcon)]
    dots = [each for each in figure.mobjects if isinstance(each, Dot)]
    assert len(icons) == len(dots) == 3
    for marks in (icons, dots):
        marks.sort(key=lambda mark: float(mark.get_bottom()[1]))
    for stage, (icon, dot) in enumerate(zip(icons, dots, strict=True)):
        np.testing.assert_allclose(dot.get_center(), figure.place(stage), atol=1e-5)
        assert float(icon.get_bottom()[1]) == pytest.approx(float(figure.place(stage)[1]) + 0.07, abs=1e-5)
    for stage in (0, 2):
        assert float(icons[stage].get_x()) == pytest.approx(float(figure.place(stage)[0]), abs=1e-5)
    assert float(icons[1].get_left()[0]) > float(dots[1].get_right()[0])
    tower, eiffel, small = (float(icon.height) for icon in icons)
    assert small < 0.75 * eiffel and eiffel == pytest.approx(tower, rel=0.1)
    for stage, trail in enumerate(figure.trails):
        np.testing.assert_allclose([trail.start, trail.end], [figure.place(stage), figure.place(stage + 1)], atol=1e-5)
        assert trail.short == pytest.approx(dots[0].width / 2), "the head touches the dot"
        assert trail in figure.mobjects
    start, end = figure.leaders[1].get_start(), figure.leaders[1].get_end()
    assert start[1] == pytest.approx(end[1]) and start[0] > dots[1].get_right()[0]
    assert end[0] < figure.blocks[1].get_left()[0]


@pytest.mark.parametrize(("turned", "ending"), [(False, ""), (True, "-fails")])
def test_no_pole_is_said_to_pull_a_refined_word_where_it_does_not(turned: bool, ending: str) -> None:
    figure = default_run("lesson-tower").figure
    numbers = figure.numbers
    if turned:  # the last phrase first
        numbers = replace(numbers, cosines=numbers.cosines.flip(0), places=numbers.places.flip(0))
    said = [_said("word", _begun(numbers, figure.world))]
    said += [_said(name, *(claim(numbers, figure.world) for claim in _CLAIMED[name])) for name in ("first", "second")]
    assert said == [f"{name}{ending}" for name in ("word", "first", "second")]


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_poles_of_a_refined_words_map_have_pictures_at_its_ends(frame: str) -> None:
    figure = run("lesson-tower", frame=frame).figure
    words = [pole[0].word for pole in figure.pictures]
    assert words == ["castle", "france", "scale-model"]
    far, near, above = (pole[0].get_center() for pole in figure.pictures)
    places = [figure.place(stage) for stage in range(3)]
    assert far[0] < min(place[0] for place in places) and max(place[0] for place in places) < near[0]
    assert above[1] > max(place[1] for place in places)


def test_a_step_up_a_refined_words_map_is_about_as_long_as_one_sideways() -> None:
    across, up = default_run("lesson-tower").figure.unit
    assert up == pytest.approx(across, rel=0.25)


def test_a_recording_without_ends_or_refined_words_is_refused() -> None:
    result = CliRunner().invoke(render.main, ["show", "lesson-tower", "--recording", "smollm2-next"])
    assert result.exit_code == 2
    assert result.stderr == (
        "error: lesson-tower: this figure needs a recording of a word, 1 or 2 phrases that put words before it, and 3 "
        'to 6 words to compare it with; "smollm2-next" has 1 and 4\n'
    )


def test_proposals_of_heads_add_up_to_what_attention_adds() -> None:
    figure, recording = default_run("lesson-multi-head").figure, read_recording("smollm2-stream")
    for layer in range(recording.about.layers):
        each, whole = recording.tensor("0.proposals")[layer], recording.tensor("0.outputs")[layer, -1]
        torch.testing.assert_close(each.sum(dim=0), whole, rtol=1e-4, atol=1e-4)
    loud, heads = figure.numbers.loudest, range(len(figure.arrows))
    few = [2, 6, 8]  # too short to be seen alone, they are one piece
    order = [*(head for head in heads if head not in (loud, *few)), *few, loud]
    assert figure.order == order, "the longest is laid last: it ends where the sum does"
    at = figure.origin
    for head in order:
        np.testing.assert_allclose(figure.arrows[head].start, at, atol=1e-6)
        at = figure.arrows[head].end
    np.testing.assert_allclose(figure.total.end, at, atol=1e-6)
    (piece,) = figure.few
    np.testing.assert_allclose(piece.end - piece.start, sum(figure.ways[head] for head in few), atol=1e-6)


def test_the_chain_is_laid_in_the_scale_of_the_rows_and_then_seen_closer_as_a_whole() -> None:
    figure = run("lesson-multi-head").figure
    figure._go_nearer(0.0)
    laid = [arrow.end - figure.origin for arrow in figure.arrows]
    for arrow, way in zip(figure.arrows, figure.ways, strict=True):
        np.testing.assert_allclose(arrow.end - arrow.start, figure.smaller * way, atol=1e-6)
    figure._go_nearer(1.0)
    for arrow, before in zip(figure.arrows, laid, strict=True):
        np.testing.assert_allclose(figure.smaller * (arrow.end - figure.origin), before, atol=1e-6)


def test_a_head_reaches_along_the_sum_as_far_as_its_share_of_it() -> None:
    """Computed once more from all numbers of the proposals; the sum is as long as it is."""
    figure, recording = default_run("lesson-multi-head").figure, read_recording("smollm2-stream")
    each = recording.tensor("0.proposals")[figure.parameters.layer - 1].double().numpy()
    total = each.sum(axis=0)
    shares = each @ total / (total @ total)
    np.testing.assert_allclose(figure.numbers.shares, shares)
    assert shares.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(figure.numbers.total, [np.linalg.norm(total), 0.0], atol=1e-6)
    along = (figure.total.end - figure.origin) / figure.total.length
    for share, arrow in zip(shares, figure.arrows, strict=True):
        assert (arrow.end - arrow.start) @ along == pytest.approx(share * figure.total.length, abs=1e-6)
    # On the sum itself the share of the longest is the red part, from the foot of a right angle to the tip.
    loud, part = figure.numbers.loudest, figure.part
    assert part.length == pytest.approx(shares[loud] * figure.total.length)
    assert (part.start - figure.arrows[loud].start) @ along == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(part.end, figure.total.end)
    others = float(figure.numbers.others)
    assert as_printed(shares[loud]) + as_printed(others) == pytest.approx(1.0, abs=1e-9)
    assert others == pytest.approx(shares.sum() - shares[loud], abs=0.005)


def test_the_sum_without_its_last_arrow_ends_where_the_chain_does(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = run("lesson-multi-head").figure
    total, arrow, start = figure.total, figure.arrows[figure.numbers.loudest], figure.chain[figure.numbers.loudest][0]
    whole, ends = total.end.copy(), []

    def play(*motions: Animation, **options: object) -> None:
        for motion in motions:
            if isinstance(motion, Live):
                for share in (0.0, 0.5, 1.0):
                    motion.move_to_share(share)
                    ends.append((total.end.copy(), arrow.end.copy()))

    monkeypatch.setattr(figure, "play", play)
    monkeypatch.setattr(figure, "wait", lambda time: None)
    figure._leave_out(figure.numbers.loudest, VGroup(Dot()), [Dot()])
    for (end, tip), there in zip(
        ends, (whole, (whole + start) / 2, start, start, (whole + start) / 2, whole), strict=True
    ):
        np.testing.assert_allclose(end, there, atol=0.02)
        np.testing.assert_allclose(tip, end, atol=0.35 if there is whole else 0.02)


def test_the_word_passes_each_later_layer_and_the_next_words_share_fills_its_line() -> None:
    figure, about = default_run("lesson-multi-head").figure, read_recording("smollm2-stream").about
    assert figure.numbers.later == about.layers - figure.parameters.layer == 6
    assert (figure.numbers.guess, float(figure.numbers.chance)) == about.phrases[0].next[0]
    assert about.phrases[0].next[0][1] == max(share for _, share in about.phrases[0].next)
    gates, names = figure._make_layers()
    stops = [float(stop[0]) for stop in figure._layout().stops]
    assert (len(gates), len(stops)) == (6, 7)
    for gate, before, behind in zip(gates, stops[:-1], stops[1:], strict=True):
        assert before < float(gate.get_x()) < behind, "the word stops before and behind each"
        upper, lower = gate
        assert float(lower.get_top()[1]) < float(figure._layout().stops[0][1]) < float(upper.get_bottom()[1])
    assert [name[-1].text for name in names] == ["layer 25", "layer 30"]
    share, number = figure._fill_blank()
    assert share.width / figure._layout().line.width == pytest.approx(about.phrases[0].next[0][1])
    assert float(share.get_left()[0]) == pytest.approx(float(figure._layout().line.get_left()[0]))
    assert number.value == pytest.approx(about.phrases[0].next[0][1])


def test_heads_that_are_said_to_see_one_word_do() -> None:
    """Arrows in rows are short for those alone; all are of one scale, there and in the chain."""
    figure = default_run("lesson-multi-head").figure
    numbers = figure.numbers
    assert [head + 1 for head in figure._tiny] == [3, 7, 9]
    assert all(numbers.weights[head, 0] >= 0.95 for head in figure._tiny)
    assert figure.tiny[0].text == figure.says("tiny_seen", heads="3, 7, 9", seen=numbers.tokens[0])
    for way, place in zip(figure.ways, numbers.places, strict=True):
        assert np.linalg.norm(way) == pytest.approx(figure.unit * float(place.norm()))


def test_the_last_layer_moves_its_word_and_names_no_layers_after_it() -> None:
    figure = run("lesson-multi-head", {"layer": 30}).figure
    assert figure.numbers.later == 0
    assert [beat.name for beat in figure.beats][-1] == "moved"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--set", "layer=31"], 'layer must be 1 to 30 in "smollm2-stream"; got 31'),
        (["--recording", "smollm2-next"],
         'recording "smollm2-next" has no proposals; record it with record-model --keep stream'),
    ],
)  # fmt: skip
def test_a_layer_that_was_not_recorded_is_named(given: list[str], message: str) -> None:
    result = CliRunner().invoke(render.main, ["show", "lesson-multi-head", *given])
    assert (result.exit_code, result.stderr) == (2, f"error: lesson-multi-head: {message}\n")


def test_softmax_of_the_asking_word_is_worked_out_as_a_pencil_does() -> None:
    figure = default_run("lesson-attention-pattern").figure
    numbers = figure.numbers
    powers = [float(number.shown) for number in figure.powers]
    assert [round(math.exp(float(score.shown)), figure.digits) for score in figure.scores] == powers
    rest = sum(powers[place] for place in figure.rest_of)
    assert rest == pytest.approx(float(numbers.rest_power))
    assert sum(powers) == pytest.approx(float(numbers.power_total))
    shares = [float(part.shown) for part in figure.parts]
    parts = [*(powers[place] for place in figure.best), rest]
    assert [round(part / sum(powers), 3) for part in parts] == shares
    assert shares == [round(float(weight), 3) for weight in numbers.heard] and sum(shares) == pytest.approx(1.0)


def test_softmax_is_not_worked_out_where_a_pencil_finds_another_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = built("lesson-attention-pattern", {})
    assert figure._is_worked_out()
    monkeypatch.setattr(figure, "numbers", replace(figure.numbers, heard=figure.numbers.heard + 0.01))
    assert not figure._is_worked_out()


def test_a_score_is_worked_out_as_a_pencil_does() -> None:
    figure = built("lesson-attention-pattern", {})
    table = figure.table
    query, key = (
        [float(piece.shown) for piece in group.get_family() if isinstance(piece, Number)]
        for group in (table.asked, table.answered)
    )
    assert (query, key) == ([0.0, 2.6], [0.26, 1.61])
    found = [round(first * second, 2) for first, second in zip(query, key, strict=True)]
    assert format_number(sum(found)) == table.result.shown == figure.scores[figure.best[0]].shown == "4.19"


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1"])
def test_a_sum_stays_over_the_column_that_it_gives(frame: str) -> None:
    figure = built("lesson-attention-pattern", {}, frame)
    score = figure.scores[figure.best[0]]
    assert float(figure.table.get_bottom()[1]) > float(score.get_top()[1])
    assert figure.table.width <= figure.grid.room.width


def test_a_score_is_not_worked_out_where_a_pencil_finds_another(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = built("lesson-attention-pattern", {})
    monkeypatch.setattr(figure, "numbers", replace(figure.numbers, products=figure.numbers.products + 0.01))
    assert figure._table() is None


def test_columns_are_as_high_as_scores_and_squares_as_large_as_weights() -> None:
    figure = built("lesson-attention-pattern", {})
    place, numbers = figure.numbers.position, figure.numbers
    lengths = torch.tensor([float(bar.height) for bar in figure.columns.bars], dtype=torch.float64)
    scores = numbers.scores[place].double()
    assert torch.allclose(lengths / lengths.max(), scores / scores.max(), atol=1e-3)
    sides = torch.tensor([float(square.width) for square in figure.grid.squares(place, numbers.weights[place])])
    for one, other in pairwise(figure.best):
        ratio = float(numbers.weights[place, one] / numbers.weights[place, other])
        assert float(sides[one] / sides[other]) ** 2 == pytest.approx(ratio, rel=1e-6)


def test_words_are_shouted_and_thought_of_as_loud_as_they_are_heard() -> None:
    figure = built("lesson-attention-pattern", {})
    ratio = float(figure.numbers.heard[0] / figure.numbers.heard[1])
    first, second = figure._shouts()
    assert first.size / second.size == pytest.approx(ratio)
    first, second = figure._heard()
    assert first[0].size / second[0].size == pytest.approx(ratio)


def test_columns_fall_end_to_end_into_a_strip_of_their_lengths() -> None:
    figure = built("lesson-attention-pattern", {})
    columns, room = figure.columns, figure.grid.room
    columns.swell([number.copy() for number in figure.scores], {}, seconds=1.0).interpolate_mobject(1.0)
    high = [float(columns.bars[place].height) for place in figure.best]
    for motion in (columns.gather(figure.rest_of, seconds=1.0), columns.fall(figure.best, seconds=1.0)):
        motion.interpolate_mobject(1.0)
    wide = [float(columns.bars[place].width) for place in figure.best]
    assert wide == pytest.approx(high)
    columns.lift(0.0, [], seconds=1.0).interpolate_mobject(1.0)
    pieces = [columns.bars[place] for place in columns.order]
    ends = [(float(piece.get_left()[0]), float(piece.get_right()[0])) for piece in pieces]
    assert ends[0][0] == pytest.approx(room.left) and ends[-1][1] == pytest.approx(room.right)
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(ends))
    shares = [(right - left) / room.width for left, right in ends]
    assert shares == pytest.approx([columns.shares[place] for place in columns.order])


def test_columns_pass_the_ceiling_at_one_scale_and_all_shrink_alike() -> None:
    figure = built("lesson-attention-pattern", {})
    columns, first, low = figure.columns, figure.best[0], figure.rest_of[0]
    numbers = [number.copy() for number in figure.scores]
    unit = float(columns.bars[first].height) / columns.scores[first]
    swell = columns.swell(numbers, {}, seconds=1.0)
    seen = []
    for share in (0.0, 0.5, 0.8, 1.0):
        swell.interpolate_mobject(share)
        seen.append([float(columns.bars[place].height) for place in (first, low)])
        glyphs = [glyph for number in numbers for glyph in number]
        assert [glyph.get_fill_opacity() for glyph in glyphs] == pytest.approx([float(share > 0)] * len(glyphs))
    powers = [math.exp(columns.scores[place]) for place in (first, low)]
    assert seen[1] == pytest.approx([unit * power for power in powers])
    assert seen[1][0] > figure.stage.above_foot.height > columns.unit * max(columns.shares) + 1e-6
    for heights in seen[1:3]:
        assert heights[0] / heights[1] == pytest.approx(powers[0] / powers[1])
    assert seen[1][1] > seen[2][1] > seen[3][1]
    assert seen[3][0] == pytest.approx(columns.unit * columns.shares[first])


def test_e_is_raised_to_both_best_scores_and_to_the_lowest() -> None:
    figure = default_run("lesson-attention-pattern").figure
    scores = figure.numbers.scores[figure.numbers.position]
    assert [power.exponent.shown for power in figure.raised] == ["4.19", "3.80", format_number(float(scores.min()))]


def test_numbers_over_the_strip_end_with_it() -> None:
    figure = default_run("lesson-attention-pattern").figure
    rows = [*figure.parts, *(figure._divided(places) for places in ([figure.best[1]], figure.rest_of))]
    assert all(float(row.get_right()[0]) <= figure.grid.room.right + 1e-6 for row in rows)
    second, last = rows[-2:]
    assert float(second.get_right()[0]) < float(last.get_left()[0])


def test_who_asked_becomes_what_it_hears() -> None:
    figure = default_run("lesson-attention-pattern").figure
    body = figure.asker.body
    assert [body.fluffiness, body.blueness] == pytest.approx(figure.numbers.updated.tolist())


def test_counting_one_a_second_takes_as_many_seconds_as_there_are_numbers() -> None:
    years = [2 * 31_557_600.0, 9999 * 31_557_600.0, 52e3 * 31_557_600.0, 3e6 * 31_557_600.0]
    times, units = time_to_count(torch.tensor([90.0, 7200.0, 86_400.0, *years]).double())
    assert units == ("minutes", "hours", "days", "years", "years", "thousand-years", "million-years")
    assert times.tolist() == pytest.approx([1.5, 2.0, 1.0, 2.0, 9999.0, 52.0, 3.0])
