"""The figures of several heads draw what they compute."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from scenes import load_figure
from scenes.article.heads.value_space import _swapped
from scenes.claims import claims_of
from scenes.errors import UserError
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


@pytest.mark.parametrize("name", [SEMANTIC])
def test_words_lie_where_their_values_are(name: str) -> None:
    figure = default_run(name).figure
    for side in figure.sides:
        numbers = side.numbers
        for word, value in zip(numbers.words, numbers.values, strict=True):
            expected = torch.tensor(figure.world.vectors[word]) @ numbers.W_V
            assert torch.allclose(value, expected, atol=1e-5)
            if word != numbers.word:
                at = side.pane.origin[:2] + side.pane.unit * value.numpy()
                assert np.allclose(side.words[word].mark.get_center()[:2], at, atol=1e-4)
        assert np.allclose(side.apples[-1].at, side.pane.place(numbers.updated[-1]), atol=1e-4)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_the_matrix_takes_one_view_of_all_axes_to_its_rows(name: str) -> None:
    figure = default_run(name).figure
    starts = []
    for side, squeeze in zip(figure.sides, figure.squeezes, strict=True):
        squeeze.carry(0.0)
        starts.append([(arrow.end - side.pane.origin) / side.pane.unit for arrow in squeeze.arrows])
        squeeze.carry(1.0)
        for axis, arrow in enumerate(squeeze.arrows):
            row = side.numbers.W_V[axis]
            assert np.allclose(arrow.end, side.pane.place(row), atol=1e-5)
        for token in squeeze.tokens:
            assert np.allclose(token.at, side.pane.place(side.numbers.value(token.word)), atol=1e-5)
        squeeze.settle()
    assert all(np.allclose(start, starts[0]) for start in starts)
    assert np.linalg.norm(starts[0][-1]) > 0.3


@pytest.mark.parametrize("name", [SEMANTIC])
def test_bands_balance_where_the_word_is(name: str) -> None:
    for side in default_run(name).figure.sides:
        bands = {**side.bands, side.numbers.word: side.own_bands[-1]}
        for word, band in bands.items():
            assert band.weight == pytest.approx(float(side.numbers.weight(word, 2)), abs=1e-5)
            assert np.allclose(band.pulled, side.apples[-1].at, atol=1e-5)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_bars_of_all_spaces_have_one_scale(name: str) -> None:
    sides = default_run(name).figure.sides
    for side in sides:
        for bar, number, distance in zip(
            side.record.bars, side.record.numbers, side.numbers.distances.tolist(), strict=True
        ):
            assert number.value == pytest.approx(distance)
            assert bar.width == pytest.approx(max(distance * sides[0].record.scale_of_one, 0.02), abs=0.01)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_a_bar_is_as_long_as_the_jump_itself(name: str) -> None:
    for side in default_run(name).figure.sides:
        assert side.record.scale_of_one == pytest.approx(side.pane.unit)
        for ruler, bar, step in zip(side.rulers, side.record.bars, (0, 1), strict=True):
            if side.jumps(step):
                assert bar.width == pytest.approx(np.linalg.norm(ruler.end - ruler.start), abs=1e-4)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_what_has_no_band_pulls_as_one_rest(name: str) -> None:
    for side in default_run(name).figure.sides:
        numbers = side.numbers
        # A space that stands alone gives each word that changes a pull of its own, however weak.
        apart = {word for pair in numbers.changes for word in pair} if name == SEMANTIC else set()
        for phrase, weight in enumerate(numbers.others if name == SEMANTIC else numbers.slack):
            band = side.rest.again(phrase, side.places[phrase])
            drawn = set(numbers.told(phrase)) | apart
            shares = {word: float(numbers.weight(word, phrase)) for word in drawn}
            assert float(weight) == pytest.approx(1 - sum(shares.values()), abs=1e-5)
            assert band.weight == pytest.approx(float(weight), abs=1e-5)
            middle = sum(share * side.pane.place(numbers.value(word)) for word, share in shares.items())
            assert np.allclose(middle + float(weight) * band.puller, side.places[phrase], atol=1e-4)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_weights_beside_bands_add_up_to_one(name: str) -> None:
    for side in default_run(name).figure.sides:
        for shares in side.shares:
            shown = [number.shown for _, number, _ in shares.values()]
            # What is less than two digits can show adds nothing to them.
            assert sum(0.0 if each.startswith("<") else float(each) for each in shown) == pytest.approx(1.0)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_the_row_counts_from_one_to_what_the_matrix_leaves(name: str) -> None:
    figure = default_run(name).figure
    for side, squeeze in zip(figure.sides, figure.squeezes, strict=True):
        axis = side.numbers.axes.index("redness")
        first, last = (squeeze.at(share)[axis] for share in (0.0, 1.0))
        assert float(torch.linalg.vector_norm(first)) == pytest.approx(1.0)
        assert torch.allclose(last, side.numbers.W_V[axis], atol=1e-6)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_arrow_ends_where_the_row_says(share: float) -> None:
    (squeeze,) = default_run(SEMANTIC).figure.squeezes
    squeeze.carry(share)
    for axis, arrow in enumerate(squeeze.arrows):
        assert np.allclose(arrow.end, squeeze._pane.place(squeeze.at(share)[axis]), atol=1e-4)
    squeeze.carry(1.0)
    squeeze.settle()


def test_the_gap_is_the_distance_of_both_words_and_drawn_to_scale() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    red, green = (side.numbers.value(word) for word in ("red", "green"))
    assert float(side.numbers.gaps[0]) == pytest.approx(float((red - green).norm()), abs=1e-6)
    line, *_, (_, number) = side.gaps[0]
    assert line.width == pytest.approx(number.value * side.pane.unit, abs=1e-4)
    assert number.shown == "0.22" and len(side.gaps[1]) == 0


def test_threads_join_where_the_words_balance() -> None:
    """The point is the mean of the joined words, each as heavy as its weight, and of the weak one beside them."""
    (side,) = default_run(SEMANTIC).figure.sides
    numbers, words = side.numbers, ("I", "ate", "a", "and")
    pulls = torch.stack([numbers.weight(word, 0) for word in words])
    mean = (pulls[:, None] * torch.stack([numbers.value(word) for word in words])).sum(0) / pulls.sum()
    assert np.allclose(side.rest.places[0], side.pane.place(mean), atol=1e-3)
    assert sorted(token.word for token in side.gathering()) == sorted(words)
    ends = [thread.get_end() for thread in side.rest.threads]
    assert len(ends) == 4 and np.allclose(ends, side.rest.places[0], atol=1e-4)


@pytest.mark.parametrize("name", [SEMANTIC])
def test_a_cell_is_as_long_as_it_says(name: str) -> None:
    sides = default_run(name).figure.sides
    assert len({side.pane.unit for side in sides}) == 1
    for side in sides[:1]:
        line, *_, (_, label) = side.mark
        assert line.width == pytest.approx(float(label.text) * side.pane.unit)


def test_a_word_that_hardly_pulls_has_a_thread_and_the_lens_shows_that_it_pulls() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    numbers = side.numbers
    for phrase, word in enumerate(("red", "green", "green")):
        _, number, _ = side.shares[phrase][word]
        assert number.value == pytest.approx(float(numbers.weight(word, phrase)))
        assert word not in side.gathering()
    band = side.bands["green"]
    assert band.weight == pytest.approx(float(numbers.weight("green", 2)))
    # The word hardly moves, and where it moves to is where its new word pulls it.
    moved, pulled = numbers.updated[1] - numbers.updated[0], numbers.value("green") - numbers.updated[0]
    assert float(torch.cosine_similarity(moved, pulled, dim=0)) > 0.99


def test_a_lens_shows_the_way_of_a_word_that_hardly_moves() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    assert side.magnified == 0
    assert side.lens.number.value == pytest.approx(float(side.numbers.distances[0]))
    way = side.lens.after.at - side.lens.before.at
    assert np.allclose(way, side.lens.zoom * (side.places[1] - side.places[0]), atol=1e-4)


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


def test_a_bar_names_all_words_that_are_swapped() -> None:
    for name in (SEMANTIC,):
        names = default_run(name).figure.sides[0].record.names
        shown = [" ".join(each.text for each in one.get_family() if isinstance(each, Label)) for one in names]
        assert shown == ["red green", "ate a banana got a phone"]


def test_the_rest_is_named_after_its_words() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    shown = [[each.text for each in label if isinstance(each, Label)] for label in side.rest._labels]
    assert shown == [["mean of", "I,", "and,", "a,", "ate"]] * 2 + [["mean of", "I,", "and,", "a,", "got"]]
    assert side.rest.names[0] is side.rest.names[1] and side.rest.is_renamed(1)


def test_a_thread_hangs_the_more_the_less_it_pulls() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    band, place, at = side.bands["green"].copy(), np.zeros(3), np.array([2.0, 3.0, 0.0])
    bends = []
    for weight in (0.0, 0.01, 0.03, 0.045, 0.06, 0.5):
        side._stretch("green", band, weight, place, at)
        bends.append(band.bend)
    assert bends == pytest.approx([-0.32, -0.32, -0.32, -0.16, 0.0, 0.0])
    side._stretch("green", band, 0.01, place, np.array([0.0, 3.0, 0.0]))
    assert band.bend == 0.0  # straight down it cannot sag to a side


def test_a_word_slides_to_its_place_from_that_of_the_word_that_it_replaces() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    assert [side.slides(step) for step in (0, 1)] == [True, False]
    motion, token = side.slide(0)[0], side.words["green"]
    for share, word in ((0.0, "red"), (1.0, "green")):
        motion.move_to_share(share)
        assert np.allclose(token.at, side.pane.place(side.numbers.value(word)), atol=1e-5)
    before = side._weights_before(0)
    weights = [float(before[side.numbers.words.index(word)]) for word in ("red", "green")]
    assert weights == pytest.approx([0.0, float(side.numbers.weight("red", 0))])


def test_the_thread_in_the_lens_leads_the_way_that_the_word_goes() -> None:
    (side,) = default_run(SEMANTIC).figure.sides
    (thread,) = side.lens.thread
    way, along = side.lens.after.at - side.lens.before.at, thread.get_end() - thread.get_start()
    assert way @ along / (np.linalg.norm(way) * np.linalg.norm(along)) > 0.99


def test_no_band_is_tied_to_a_word_that_has_left() -> None:
    for side in default_run(SEMANTIC).figure.sides:
        for step in (0, 1):
            motion = side.turn(step)
            for moment in (0.0, 0.3, 0.7):
                motion.move_to_share(moment)
                left = set(side.bands) - set(side.numbers.phrase_words[step + 1])
                assert all(np.allclose(side.bands[word].puller, side.bands[word].pulled) for word in left)
            motion.move_to_share(1.0)


def test_the_rest_is_named_after_the_word_itself_too_where_that_has_no_band() -> None:
    """Then the point is the mean of both, and lies between them."""
    start = "apple banana orange pear"
    phrases = {"phrase": f"{start} a", "second_phrase": f"{start} and", "third_phrase": f"{start} red"}
    (side,) = built(SEMANTIC, phrases, "16:9").sides
    assert not side._holds(0)
    assert [each.text for each in side.rest._labels[0] if isinstance(each, Label)] == ["mean of", "apple,", "orange"]
    pulls = torch.stack([side.numbers.weight(word, 0) for word in ("apple", "orange")])
    mean = pulls @ torch.stack([side.numbers.value(word) for word in ("apple", "orange")]) / pulls.sum()
    assert np.allclose(side.rest.places[0], side.pane.place(mean), atol=1e-3)


def test_two_words_that_come_have_no_one_place_and_weight() -> None:
    made = run(SEMANTIC, {"second_phrase": "I ate a banana and new green apple"})
    assert made.figure.beats[2].caption == "“new green” instead of “a red”: “apple” moves only 0.16, so it stays."


def test_the_net_is_squeezed_with_the_axis() -> None:
    for squeeze in default_run(SEMANTIC).figure.squeezes:
        squeeze.carry(0.0)
        before = squeeze.net.width
        squeeze.carry(1.0)
        assert squeeze.net.width < 0.1 * before
        squeeze.settle()


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
    assert semantic.changes == grammatical.changes[:2] == (("red", "green"), ("banana", "phone"))
    assert torch.equal(grammatical.first.updated[:3], semantic.updated)


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
        drawn = sum(band.weight for word, band in side.bands.items() if side._pulls(word, 0))
        own = side.own_bands[0].weight if side._holds(0) else 0.0
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
