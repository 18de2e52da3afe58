"""The figures of several heads draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from scenes import load_figure
from scenes.article.heads.halves import Halves
from scenes.article.heads.slots import slots_of
from scenes.article.heads.strands import CutThread
from scenes.article.heads.value_space import _swapped
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.plane.band import Band, Thread
from scenes.parts.plane.scale_bar import ScaleBar
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.worlds import load_world
from tests.scenes.harness import built, default_run, run

SEMANTIC = "attention-semantic-transformation"
GRAMMATICAL = "attention-grammatical-transformation"
CORNER = "I got a phone and a red apple"


def attended(world, head: int, phrase: str, word: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the weights and the output of a word, written out a second time."""
    words = world.words_of(phrase)
    x = torch.tensor([world.vectors[one] for one in words])
    W_Q, W_K, W_V = (torch.tensor(world.matrices[f"{name}_{head}"]) for name in ("W_Q", "W_K", "W_V"))
    position = len(words) - 1 - words[::-1].index(word)
    weights = torch.softmax((x[position] @ W_Q) @ (x @ W_K).T, dim=0)
    return weights, weights @ x @ W_V


def spaces() -> list:
    """Return the numbers of both heads' spaces."""
    both = default_run(GRAMMATICAL).figure.numbers
    return [both.first, both]


@pytest.mark.parametrize("head", [0, 1])
def test_numbers_are_those_of_the_head(head: int) -> None:
    figure, numbers = default_run(GRAMMATICAL).figure, spaces()[head]
    parameters = figure.parameters
    names = (parameters.phrase, parameters.second_phrase, parameters.third_phrase, CORNER)
    for index, phrase in enumerate(names):
        weights, updated = attended(figure.world, head, phrase, "apple")
        assert torch.allclose(numbers.updated[index], updated, atol=1e-5)
        words = figure.world.words_of(phrase)
        for place, word in enumerate(numbers.words):
            expected = sum(float(weight) for weight, one in zip(weights, words, strict=True) if one == word)
            assert float(numbers.weights[place, index]) == pytest.approx(expected, abs=1e-5)
    assert torch.allclose(numbers.weights.sum(dim=0), torch.ones(4))
    expected = [torch.dist(*numbers.updated[step : step + 2]) for step in range(3)]
    assert torch.allclose(numbers.distances, torch.stack(expected))


def test_each_sentence_leaves_its_ring_where_it_takes_the_word() -> None:
    figure = default_run(SEMANTIC).figure
    numbers, pane = figure.numbers, figure.pane
    assert " ".join(numbers.phrase_words[-1]) == CORNER
    for phrase, row in enumerate(numbers.updated):
        assert np.allclose(figure.rings[phrase].get_center(), pane.place(row), atol=1e-4)
        assert np.allclose(figure.apples[phrase].at, pane.place(row), atol=1e-4)
        assert figure.apples[phrase].color_by_role == figure.ink_in("apple", phrase)
    for word, token in figure.things.items():
        assert np.allclose(token.at, pane.place(torch.tensor(figure.world.vectors[word]) @ numbers.W_V), atol=1e-4)


def test_four_sentences_take_the_word_to_two_places() -> None:
    figure = default_run(SEMANTIC).figure
    assert figure.numbers.spots() == [[0, 1], [2, 3]]
    assert [figure.numbers.are_far(step, step + 1) for step in range(3)] == figure.usual
    assert figure.foot_line.says == "Four sentences, two places"
    # Each is filed below the place to which it takes the word.
    for phrase, sentence in enumerate(figure.filed.sentences):
        assert [word.text for word in sentence.words] == list(figure.numbers.phrase_words[phrase])
        assert abs(float(sentence.get_x() - figure.places[phrase][0])) < 0.5


def test_how_far_a_change_takes_the_word_is_drawn_to_scale() -> None:
    figure = default_run(SEMANTIC).figure
    numbers = figure.numbers
    written = [next(piece for piece in length.get_family() if isinstance(piece, Number)) for length in figure.lengths]
    assert [number.shown for number in written] == ["0.04", "2.27", "0.04"]
    assert [number.value for number in written] == pytest.approx(numbers.distances.tolist())
    assert [len(ruler) > 0 for ruler in figure.rulers] == [False, True, False]
    line, *dots = figure.rulers[1]
    for at, mark in zip((line.get_start(), line.get_end()), dots, strict=True):
        assert np.allclose(mark.get_center(), at, atol=1e-3)
    assert np.allclose([line.get_start(), line.get_end()], figure.places[1:3], atol=1e-3)
    unit = next(piece for corner in figure.corners for piece in corner if isinstance(piece, ScaleBar))
    assert float(unit.line.width) == pytest.approx(figure.pane.unit * unit.number.value, abs=1e-3)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_what_pulls_is_drawn_as_strong_as_it_is(frame: str) -> None:
    figure = run(SEMANTIC, None, frame=frame).figure
    numbers = figure.numbers
    for phrase, strands in enumerate(figure.strands):
        words = [("banana", "phone")[phrase > 1], ("red", "green")[phrase in (1, 2)]]
        weights = [float(numbers.weight(word, phrase)) for word in words]
        assert [*strands.marks] == words
        assert [mark.weight for mark in strands.marks.values()] == pytest.approx(weights)
        shown = [piece.value for row in strands.rows() for piece in row.get_family() if isinstance(piece, Number)]
        assert shown == pytest.approx(weights)
        assert isinstance(strands.marks[words[0]], Band)
        assert isinstance(strands.marks[words[1]], CutThread if frame == "16:9" else Thread)
        for word, mark in strands.marks.items():
            assert np.allclose(mark.puller, figure.pane.place(numbers.value(word)), atol=1e-4)


def test_in_the_end_all_sentences_are_meant() -> None:
    made = run(SEMANTIC)
    figure = made.figure
    halves = [piece for piece in figure.mobjects if isinstance(piece, Halves)]
    red, green = (apple.color_by_role for apple in figure.apples[:2])
    assert [each.colors for each in halves] == [(red, green)] * 2
    for each, (first, second) in zip(halves, ((0, 1), (2, 3)), strict=True):
        assert np.allclose(each.at, (figure.places[first] + figure.places[second]) / 2)
    assert all(frame.get_stroke_opacity() == 0 for frame in figure.board.frames.values())


def test_a_switch_frames_what_the_sentence_says() -> None:
    figure = default_run(SEMANTIC).figure
    board = figure.board
    for phrase in (0, 1, 2, 3):
        board.say(phrase)
        for place, frame in board.frames.items():
            taken = board.words[place][board.slots.states[phrase][place]]
            assert abs(float(frame.get_y() - taken[-1].get_y())) < 0.15
    board.say(0)


@pytest.mark.parametrize("redness", [0.0, 0.05, 1.0])
def test_what_keeps_the_word_still_is_the_small_weight_and_not_the_squeeze(redness: float) -> None:
    """However much W_V leaves of redness, colours that weigh so little hardly move the word."""
    world = load_world("colours", {"matrices": {"W_V_0": [[1.1, 0.55], [-1.1, 0.55], [redness, 0.0]]}})
    cls = load_figure(SEMANTIC)
    numbers = cls.compute(cls.Parameters(), world)
    assert max(float(numbers.distances[step]) for step in (0, 2)) < 0.06
    assert float(numbers.distances[1]) > 1.8


@pytest.mark.parametrize(
    ("phrases", "open_ways"),
    [
        (["a red cat", "a green cat", "a green dog", "a red dog"], [["red", "green"], ["cat", "dog"]]),
        (["a red cat", "a red dog", "a green dog", "a green cat"], [["red", "green"], ["cat", "dog"]]),
        (["a red cat", "a green cat", "two dogs"], [["a red cat", "a green cat", "two dogs"]]),
        (["a cat", "a new cat", "a cat"], [["a", "a new"]]),
        (["a cat", "a cat", "a cat"], []),
    ],
)
def test_phrases_are_one_sentence_with_slots(phrases: list[str], open_ways: list[list[str]]) -> None:
    words = [tuple(phrase.split()) for phrase in phrases]
    slots = slots_of(words)
    assert [slots.phrase(state) for state in slots.states] == words
    assert [[" ".join(way) for way in slots.pieces[place]] for place in slots.open] == open_ways


def test_without_a_way_back_each_change_is_measured() -> None:
    made = run(SEMANTIC, {"third_phrase": "I ate a banana and a red apple"})
    assert made.figure.foot_line.says == "Each change, measured"


def test_two_words_that_come_have_no_one_weight() -> None:
    made = run(SEMANTIC, {"second_phrase": "I ate a banana and new green apple"})
    assert made.figure.beats[1].caption == "“new green” instead of “a red”: “apple” moves only 0.16, so it stays."


@pytest.mark.parametrize(
    ("before", "after", "change", "swap"),
    [
        ("I ate a banana", "I got a phone", "banana phone", ("ate a banana", "got a phone")),
        ("a red apple", "a green apple", "red green", ("red", "green")),
        ("red red apple", "red apple", "red apple", ("red", "apple")),  # nothing takes a word's place
        ("a b c d e banana", "v w x y z phone", "banana phone", ("banana", "phone")),  # too much to be named
    ],
)
def test_all_words_that_differ_are_swapped(before: str, after: str, change: str, swap: tuple[str, str]) -> None:
    swapped = _swapped(tuple(before.split()), tuple(after.split()), tuple(change.split()))
    assert tuple(" ".join(words) for words in swapped) == swap


@pytest.mark.parametrize(
    ("name", "head", "W_V"),
    [(SEMANTIC, 0, [[0.4, 0.3], [0.4, 0.3], [1.0, 0.0]]), (GRAMMATICAL, 1, [[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]])],
)
def test_a_matrix_that_looks_elsewhere_does_not_part_them(name: str, head: int, W_V: list) -> None:
    world = load_world("colours", {"matrices": {f"W_V_{head}": W_V}})
    figure = run(name, None, world).figure
    before = default_run(name).figure
    assert not torch.allclose(figure.numbers.distances, before.numbers.distances, atol=0.1)
    (claim,) = [claim for claim in claims_of(name) if "ten times" in claim.statement]
    assert claim.measure(before.numbers, before.world).holds
    assert not claim.measure(figure.numbers, world).holds
    assert "both" not in figure.beats[-1].caption.split()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"phrase": "I ate a pear"}, 'word must be one of the phrase\'s words (I, ate, a, pear); got "apple"'),
        ({"second_phrase": "apple"}, "second_phrase must have 2 to 16 words in this figure; got 1"),
        ({"third_phrase": "a rde apple"}, 'unknown word "rde" in third_phrase; did you mean "red"?'),
    ],
)
def test_phrases_that_do_not_fit(given: dict, message: str) -> None:
    cls = load_figure(SEMANTIC)
    with pytest.raises(UserError) as caught:
        cls.compute(cls.read_parameters(given), load_world("colours"))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("matrices", "message"),
    [
        ({"W_V_0": [[1.0], [1.0], [1.0]]}, "[matrices].W_V_0 must be 3×2 in this figure; got 3×1"),
        ({"W_Q_0": [[1.0, 0.0]]}, "[matrices].W_Q_0 must be 3×2 in this figure; got 1×2"),
        (
            {"W_K_0": [[1.0], [1.0], [1.0]]},
            "[matrices].W_Q_0 and [matrices].W_K_0 must have as many columns; got 2 and 1",
        ),
    ],
)
def test_matrices_that_do_not_fit(matrices: dict, message: str) -> None:
    cls = load_figure(SEMANTIC)
    with pytest.raises(UserError) as caught:
        cls.compute(cls.Parameters(), load_world("colours", {"matrices": matrices}))
    assert str(caught.value) == message


def test_a_world_without_heads_says_so() -> None:
    cls = load_figure(SEMANTIC)
    parameters = cls.read_parameters({"phrase": "fruit", "second_phrase": "fruit", "third_phrase": "tech"})
    with pytest.raises(UserError, match=r"^this figure needs \[matrices\].W_Q_0 \(2×2\) in the world; it has: "):
        cls.compute(parameters, load_world("article"))


def test_both_figures_change_the_same_words_and_agree() -> None:
    semantic, grammatical = (default_run(name).figure.numbers for name in (SEMANTIC, GRAMMATICAL))
    assert semantic.changes[:2] == grammatical.changes[:2] == (("red", "green"), ("banana", "phone"))
    assert semantic.phrase_words == grammatical.phrase_words
    assert torch.equal(grammatical.first.updated, semantic.updated)
    assert torch.equal(grammatical.first.weights, semantic.weights)


def test_each_word_turns_one_knob_and_the_last_corner_is_where_both_point() -> None:
    numbers = default_run(GRAMMATICAL).figure.numbers
    assert [numbers.jumps(step) for step in (0, 1, 2)] == [(False, True), (True, False), (False, True)]
    assert " ".join(numbers.phrase_words[-1]) == CORNER and numbers.foretold()
    assert numbers.knobs[3].tolist() == pytest.approx([-1.081, 1.538], abs=1e-3)
    assert torch.allclose(numbers.pulled + numbers.rest, numbers.knobs)


def test_a_space_that_does_not_part_them_leads_elsewhere() -> None:
    world = load_world("colours", {"matrices": {"W_Q_1": [[-1.0, 3.0], [2.0, -1.0], [4.0, -2.0]]}})
    numbers = run(GRAMMATICAL, None, world).figure.numbers
    assert numbers.jumps(0) != (False, True) or not numbers.foretold() or numbers.jumps(1) != (True, False)


def test_the_word_stands_where_both_knobs_say_and_draws_its_way() -> None:
    figure = default_run(GRAMMATICAL).figure
    numbers, pane = figure.numbers, figure.pane
    for phrase, knobs in enumerate(numbers.knobs):
        assert np.allclose(figure.apples[phrase].at, pane.place(knobs), atol=1e-4)
    for step, line in enumerate(figure.drawn):
        assert np.allclose(line.get_start(), pane.place(numbers.knobs[step]), atol=1e-4)
        assert np.allclose(line.get_end(), pane.place(numbers.knobs[step + 1]), atol=1e-4)
    for head, slider in enumerate(figure.sliders):
        for word, token in slider.words.items():
            assert np.allclose(token.at, slider.at(float(numbers.spaces()[head].value(word)[0])), atol=1e-4)


@pytest.mark.parametrize("phrase", [0, 1, 2, 3])
def test_the_knobs_slide_to_where_the_word_is(phrase: int) -> None:
    figure = default_run(GRAMMATICAL).figure
    at = figure.pane.place(figure.numbers.knobs[phrase])
    figure._put(phrase, at)
    region, (level, upright) = figure.pane.region, [knob.grip.get_center() for knob in figure.knobs]
    assert level[:2] == pytest.approx([at[0], region.bottom], abs=1e-4)
    assert upright[:2] == pytest.approx([region.right, at[1]], abs=1e-4)
    figure._put(3, figure.places[3])


@pytest.mark.parametrize("phrase", [0, 1, 2, 3])
def test_both_bands_of_a_slider_balance_at_its_bead(phrase: int) -> None:
    figure = default_run(GRAMMATICAL).figure
    for slider in figure.sliders:
        slider.set(phrase)
        pull = slider.bands[slider.pullers[phrase]]
        assert pull.weight + slider.loose.weight == pytest.approx(1.0, abs=1e-5)
        middle = pull.weight * pull.puller + slider.loose.weight * slider.loose.puller
        assert np.allclose(middle, slider.bead.get_center(), atol=1e-3)
        assert sum(float(number.shown) for _, number in slider.weights[phrase]) == pytest.approx(1.0)
        slider.set(3)


def test_each_head_squeezes_the_bar_to_its_own_number() -> None:
    figure = default_run(GRAMMATICAL).figure
    word, numbers = figure.squeezed, figure.numbers
    for share, lengths in ((0.0, (2.2, 2.2)), (1.0, (0.11, 2.09))):
        word.squeeze(share)
        ends = [float((tip.at - figure.pane.origin)[1]) / figure.pane.unit for tip in word.tips]
        assert ends == pytest.approx(lengths, abs=1e-4)
    assert [float(space.W_V[numbers.axis, 0]) for space in numbers.spaces()] == pytest.approx([0.05, 0.95])


def test_without_a_way_back_there_is_no_corner() -> None:
    made = run(GRAMMATICAL, {"third_phrase": "I ate a banana and a red apple"})
    assert [beat.name for beat in made.figure.beats][-1] == "both"


def test_a_green_apple_is_green() -> None:
    figure = default_run(GRAMMATICAL).figure
    red, green, same, back = (apple.color_by_role for apple in figure.apples)
    assert red == back == figure.style.theme.subject != green == same
    assert figure.color_of("green") == green


PROJECTION = "attention-multi-head-projection"


def test_numbers_are_those_of_two_heads() -> None:
    figure = default_run(PROJECTION).figure
    world, numbers = figure.world, figure.numbers
    x = torch.tensor([world.vectors[word] for word in numbers.words])
    outputs = []
    for head in range(2):
        W_Q, W_K, W_V = (torch.tensor(world.matrices[f"{name}_{head}"]) for name in ("W_Q", "W_K", "W_V"))
        outputs.append(torch.softmax(x @ W_Q @ (x @ W_K).T, dim=-1) @ x @ W_V)
    assert torch.allclose(numbers.first, outputs[0], atol=1e-5)
    assert torch.allclose(numbers.second, outputs[1], atol=1e-5)
    O = torch.cat(outputs, dim=-1)  # noqa: E741
    assert torch.allclose(numbers.concat, O, atol=1e-5)
    assert torch.allclose(numbers.output, O @ torch.tensor(world.matrices["W_O"]), atol=1e-5)


def test_the_row_and_the_matrix_show_the_tensors() -> None:
    figure = default_run(PROJECTION).figure
    numbers, desk = figure.numbers, figure.desk
    row = numbers.concat[numbers.position]
    assert torch.allclose(torch.tensor([number.value for number in desk.numbers]), row)
    weights, products = (
        torch.tensor([[number.value for number in each] for each in rows]) for rows in (desk.weights, desk.products)
    )
    assert torch.allclose(weights, numbers.W_O)
    assert torch.allclose(products, row[:, None] * numbers.W_O)
    assert torch.allclose(products.sum(dim=0), numbers.output[numbers.position], atol=1e-5)
    totals = torch.tensor([[number.value for number in each] for each in desk.totals])
    assert not totals[0].any()
    assert torch.allclose(totals[1:] - totals[:-1], products, atol=1e-5)


def test_both_spaces_take_the_word_where_the_row_says() -> None:
    figure = default_run(PROJECTION).figure
    places = torch.cat([space.updated[0] for space in figure.numbers.spaces])
    assert torch.allclose(places, figure.numbers.concat[figure.numbers.position], atol=1e-5)


def test_all_pulls_are_drawn() -> None:
    figure = default_run(PROJECTION).figure
    for side in figure.sides:
        drawn = sum(band.weight for word, band in side.bands.items() if side.pulls(word))
        own = side.own_band.weight if side.pulls(side.numbers.word) else 0.0
        assert drawn + own + side.rest.band.weight == pytest.approx(1.0, abs=1e-5)


def test_at_the_end_of_the_arithmetic_all_sums_can_be_checked() -> None:
    """Each number of the row, and of the matrix, is seen with its product, and below them what these add up to."""
    made = default_run(PROJECTION)
    numbers = made.figure.numbers
    row, work = numbers.concat[numbers.position], numbers.steps.flatten().tolist()
    shown = {
        snapshot.beat.name: sorted(value for value, *_ in snapshot.numbers if value not in (1.0, 2.0, 3.0))
        for snapshot in made.snapshots
    }
    still = [*row.tolist(), *numbers.W_O.flatten().tolist()]
    done = {"table": 0, "first": 2, "second": 4}
    for beat, count in done.items():
        expected = [*still, *work[: 3 * count], *numbers.sums[count].tolist()]
        assert shown[beat] == pytest.approx(sorted(expected), abs=1e-5)


def test_what_is_printed_adds_up() -> None:
    """A pencil comes to the same products, the same totals after each row, and the same answer."""
    desk = default_run(PROJECTION).figure.desk

    def printed(number: Number) -> float:
        return float(number.shown.replace("−", "-"))

    for index, (one, weights, products) in enumerate(zip(desk.numbers, desk.weights, desk.products, strict=True)):
        before, after = desk.totals[index : index + 2]
        for weight, product, old, new in zip(weights, products, before, after, strict=True):
            assert abs(printed(one) * printed(weight) - printed(product)) <= 0.005 + 1e-9
            assert printed(old) + printed(product) == pytest.approx(printed(new), abs=1e-9)


def test_an_axis_is_named_before_its_arrow() -> None:
    figure = default_run(PROJECTION).figure
    for note, side in zip(figure.notes, figure.sides, strict=True):
        assert note.names
        for each in note.names:
            (name,) = [text.text for text in each.get_family() if isinstance(text, Label)]
            way = float(side.numbers.W_V[figure.numbers.axes.index(name), 0])
            assert (float(each.get_x()) - float(side.pane.origin[0])) * way > 0


def test_each_number_stands_before_the_row_that_it_multiplies() -> None:
    desk = built(PROJECTION, {}).desk
    for number, sign, weights, products in zip(desk.numbers, desk.times, desk.weights, desk.products, strict=True):
        for each in (sign, *weights):
            assert each.get_y() == pytest.approx(number.get_y(), abs=0.01)
            assert each.get_x() > number.get_x()
        for weight, product in zip(weights, products, strict=True):
            assert 0 < weight.get_y() - product.get_y() < desk.pitch / 2
            assert weight.get_right()[0] == pytest.approx(product.get_right()[0], abs=0.01)


def test_shapes_are_the_tensors_shapes() -> None:
    figure = default_run(PROJECTION).figure
    numbers = figure.numbers
    for title, tensor in zip(figure.titles, (numbers.concat, numbers.W_O, numbers.output), strict=True):
        shown = [text.text for text in title.get_family() if isinstance(text, Label)]
        assert shown == [str(size) for size in tensor.shape]


def test_the_bars_of_the_row_are_as_long_as_in_the_spaces() -> None:
    figure = default_run(PROJECTION).figure
    numbers, unit = figure.numbers, figure.sides[0].pane.unit
    widths = torch.tensor([float(bar.width) for bar in figure.bars], dtype=torch.float32)
    assert torch.allclose(widths, unit * numbers.concat[numbers.position].abs(), atol=0.02)


def test_the_new_word_begins_at_zero_and_the_trace_stays_where_it_was() -> None:
    made = built(PROJECTION, {})
    numbers, word_map = made.numbers, made.map
    assert np.allclose(word_map.moving[0].at, word_map.pane.origin, atol=1e-5)
    before = word_map.pane.place(numbers.before[:2])
    assert np.allclose(word_map.ghost[0].get_center(), before, atol=0.1)


def test_a_row_is_a_push_before_it_is_taken_as_often_as_o_says() -> None:
    made = built(PROJECTION, {})
    for index, arrow in enumerate(made.map.arrows):
        made.map.aim(index).move_to_share(1.0)
        way = (arrow.end - arrow.start)[:2] / made.map.pane.unit
        assert np.allclose(way, made.numbers.W_O[index, :2], atol=1e-5)


def test_each_arrow_is_as_long_as_its_row_and_then_as_often_as_o_says() -> None:
    made = built(PROJECTION, {})
    numbers, word_map = made.numbers, made.map
    for index, arrow in enumerate(word_map.arrows):
        way = (arrow.end - arrow.start)[:2] / word_map.pane.unit
        assert np.allclose(way, numbers.W_O[index, :2], atol=1e-5)
        word_map.stretch(index).move_to_share(1.0)
        assert np.allclose(arrow.end, word_map.pane.place(numbers.sums[index + 1, :2]), atol=1e-5)


def test_the_word_ends_on_the_map_where_its_new_vector_says() -> None:
    figure = default_run(PROJECTION).figure
    numbers, word_map = figure.numbers, figure.map
    assert [token.word for token in word_map.others] == list(numbers.landmarks)
    for token, row in zip(word_map.others, numbers.around, strict=True):
        assert np.allclose(token.at, word_map.pane.place(row[:2]), atol=1e-5)
    end = word_map.pane.place(numbers.output[numbers.position][:2])
    assert np.allclose(word_map.moving[1].at, end, atol=1e-5)
    across, up = word_map.slabs
    assert across.get_right()[0] == pytest.approx(end[0], abs=1e-5)
    assert up.get_top()[1] == pytest.approx(end[1], abs=1e-5)


def test_the_word_fills_with_the_colour_of_its_adjective() -> None:
    for phrase, color in (("red", "subject"), ("green", "query")):
        made = built(PROJECTION, {"phrase": phrase})
        theme, (old, new) = made.style.theme, made.map.moving
        assert (old.color_by_role, new.color_by_role) == (theme.ink, getattr(theme, color))
        redness = made.numbers.sums[:, 2]
        for index in range(4):
            made.map.push(index).move_to_share(1.0)
            share = float((redness[index + 1] / redness[-1]).clamp(0.0, 1.0))
            assert made.map.pour.share == pytest.approx(share)
            filled = [piece for piece in made.map.pour if len(piece.points)]
            bottom, top = float(new.mark.get_bottom()[1]), float(new.mark.get_top()[1])
            level = max((float(piece.get_top()[1]) for piece in filled), default=bottom)
            assert level == pytest.approx(bottom + share * (top - bottom), abs=0.03)


def test_a_word_without_a_colour_keeps_its_own() -> None:
    assert run(PROJECTION, {"phrase": "fruit"}).figure.map.pour is None


def test_the_answer_is_read() -> None:
    figure = default_run(PROJECTION).figure
    numbers, reading = figure.numbers, figure.reading
    assert figure.foot_line.says == "Much fruitiness and redness, little techiness"
    assert [number.value for number in reading.before] == pytest.approx(numbers.before.tolist())
    assert [number.value for number in reading.after] == pytest.approx(numbers.output[numbers.position].tolist())
    green = run(PROJECTION, {"phrase": "green"}).figure
    assert green.foot_line.says == "Much fruitiness, little techiness and redness"


def test_the_second_head_is_said_to_colour_only_where_it_does() -> None:
    said = [run(PROJECTION, {"phrase": phrase}).figure.beats[5].caption for phrase in ("red", "fruit")]
    assert ["pours colour" in each for each in said] == [True, False]


def test_other_numbers_change_the_shapes() -> None:
    world = load_world("tests/scenes/worlds/crane.toml")
    figure = run(PROJECTION, {"phrase": "heron and stork and crane", "word": "crane"}, world).figure
    shown = [[text.text for text in title.get_family() if isinstance(text, Label)] for title in figure.titles]
    assert shown == [["5", "4"], ["4", "4"], ["5", "4"]]
    assert len(figure.desk.totals[-1]) == 4


def test_a_changed_weight_changes_the_result() -> None:
    world = load_world("colours", {"matrices": {"W_O": np.eye(4, 3).tolist()}})
    figure = run(PROJECTION, None, world).figure
    assert torch.allclose(figure.numbers.output, figure.numbers.concat[:, :3])


@pytest.mark.parametrize(
    ("matrices", "message"),
    [
        ({"W_O": [[1.0, 0.0, 0.0]]}, "[matrices].W_O must be 4×3 in this figure; got 1×3"),
        ({"W_V_1": [[1.0, 0.0, 0.0]] * 3}, "[matrices].W_V_1 must be 3×2 in this figure; got 3×3"),
    ],
)
def test_matrices_that_do_not_fit_the_projection(matrices: dict, message: str) -> None:
    cls = load_figure(PROJECTION)
    with pytest.raises(UserError) as caught:
        cls.compute(cls.Parameters(), load_world("colours", {"matrices": matrices}))
    assert str(caught.value) == message
