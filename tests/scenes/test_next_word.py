"""The figures of the next word draw what the trained model computes."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
import torch
from manim import RoundedRectangle

from attnmath import Embedding, NextWordModel
from scenes import load_figure
from scenes.article.next_word.answer import CheckMark, CrossMark
from scenes.article.next_word.classification import Classifier
from scenes.article.next_word.elbow import elbow
from scenes.article.next_word.training import answers, beginnings, train
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.parts.bars.score_bars import ScoreBars
from scenes.parts.text.number import Number
from scenes.worlds import World, load_world
from tests.scenes.harness import default_run, run

PREDICT, CHOOSE, SIMILAR = "attention-predict", "attention-classification", "attention-similar-classification"


def rows(world: World, words: str) -> torch.Tensor:
    return torch.tensor([world.vectors[word] for word in words.split()])


# --- The model ----------------------------------------------------------------------------------------------------


def test_beginnings_of_phrases() -> None:
    assert beginnings(["a b c", "a d"]) == {"a b": "c"}
    assert beginnings(["a b", "a b"]) == {"a": "b"}
    assert beginnings(["a"]) == {}


def test_the_model_is_attnmaths_and_knows_every_beginning() -> None:
    world = load_world("next-word")
    model, learned = train(world), beginnings(world.phrases.values())
    again = NextWordModel.train(learned, "average", embedding=Embedding(dict(world.vectors)), steps=150, rate=0.1)
    assert torch.equal(model.classifier, again.classifier)
    assert {phrase: model.predict(phrase) for phrase in learned} == learned
    assert answers(world) == frozenset(learned.values())
    assert train(world) is model, "trained once for each set of numbers"


@pytest.mark.parametrize("name", [PREDICT, CHOOSE])
def test_a_world_without_phrases_cannot_be_learned(name: str) -> None:
    world = World(title="none", axes=("x",), vectors={"a": (1.0,), "b": (2.0,)})
    figure = load_figure(name)
    with pytest.raises(UserError, match="^this figure needs a world with phrases of at least 2 words to learn from$"):
        figure.compute(figure.read_parameters({"phrase": "a b"}), world)


def test_long_vectors_cannot_be_written_out() -> None:
    world = World(title="long", axes=tuple("abcde"), vectors={"a": (1.0,) * 5}, phrases={"p": "a a"})
    with pytest.raises(
        UserError, match="^this figure writes vectors out, so they need at most 4 numbers; the world's "
    ):
        train(world)


# --- Figure 1 -----------------------------------------------------------------------------------------------------


def test_information_is_the_average_of_what_stands_left() -> None:
    figure = default_run(PREDICT).figure
    x = rows(figure.world, "once upon a")
    expected = x.cumsum(dim=0) / torch.tensor([[1.0], [2.0], [3.0]])
    assert torch.allclose(figure.numbers.contexts, expected, atol=1e-6)
    assert torch.allclose(figure.numbers.weights, torch.tensor([[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3] * 3]))
    assert figure.numbers.predicted == ("upon", "a", "time")


def test_a_glass_holds_as_much_of_each_word_as_its_share() -> None:
    figure = default_run(PREDICT).figure
    for glass, weights in zip(figure.glasses, figure.numbers.weights, strict=True):
        full = glass.region.height
        heights = [layer.get_top()[1] - layer.get_bottom()[1] for layer in glass.layers]
        assert heights == pytest.approx([full * float(weight) for weight in weights if weight], abs=1e-3)
        assert sum(heights) == pytest.approx(full, abs=1e-3), "every glass is full: the shares add up to 1"
    assert [len(glass.layers) for glass in figure.glasses] == [1, 2, 3]
    fills = [layer.get_fill_color().to_hex().lower() for layer in figure.glasses[-1].layers]
    assert fills == figure.colors and len(set(fills)) == 3


def test_what_flows_flows_to_the_right_only() -> None:
    figure = run(PREDICT, {"phrase": "the capital of France is"}).figure
    for target, streams in enumerate(figure.streams):
        assert len(streams) == target + 1
        for source, stream in enumerate(streams):
            assert (np.diff(stream.points[:, 0]) >= -1e-6).all(), "it never turns to the left"
            assert (np.diff(stream.points[:, 1]) <= 1e-6).all(), "nor up"
            assert source == target or stream.points[0][0] == pytest.approx(figure.columns[source])
            region = figure.glasses[target].region
            assert region.left < stream.points[-1][0] < region.right
        crossing = [stream.points[-1][0] for stream in streams]
        assert crossing == sorted(crossing), "no stream crosses another"
        assert [stream.lane for stream in streams] == sorted(stream.lane for stream in streams)


def test_blocks_are_as_long_as_numbers_on_their_side() -> None:
    figure = default_run(PREDICT).figure
    for drawn, rows_drawn in ((figure.vectors, figure.numbers.embeddings), (figure.mixes, figure.numbers.contexts)):
        for blocks, row in zip(drawn, rows_drawn, strict=True):
            for block, value in zip(blocks.blocks, row.tolist(), strict=True):
                end = block.get_right()[0] if value > 0 else block.get_left()[0]
                assert (end - blocks.middle) / figure.unit == pytest.approx(value, abs=5e-3)


def test_a_prediction_stands_exactly_above_the_next_words_place() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        figure = run(PREDICT, given).figure
        for guess, word in zip(figure.guesses, figure.words[1:], strict=True):
            assert guess.get_x() == pytest.approx(word.get_x())
            assert guess.baseline > word.baseline
        agree = [one == other for one, other in zip(figure.numbers.predicted, figure.numbers.words[1:], strict=False)]
        assert [frame is not None for frame in figure.frames] == agree, "a frame holds two words that are the same"


def test_the_phrase_ends_with_the_prediction() -> None:
    figure = default_run(PREDICT).figure
    assert [word.text for word in figure.words] == ["once", "upon", "a", "time"]
    shown = figure.get_mobject_family_members()
    assert figure.next_word in shown and figure.guesses[-1] in shown
    assert figure.blank not in figure.mobjects


def test_the_printed_average_is_that_of_the_printed_numbers() -> None:
    record = default_run(PREDICT).figure.record
    assert {number.text for number in record.sum if hasattr(number, "text")} == {"÷"}, "exact, so no sign says “about”"
    for column, average in enumerate(record.average):
        total = sum(float(row[column].shown.replace("\N{MINUS SIGN}", "-")) for row in record.rows)
        assert round(total / len(record.rows), 2) == float(average.shown.replace("\N{MINUS SIGN}", "-"))


def test_an_average_that_does_not_come_out_is_said_to_be_rounded() -> None:
    # With one digit the first numbers do not come out, with two the second ones, with three the third ones.
    changed = {"once": [-1.4625, -1.6246, 1.0551], "upon": [1.3897, -1.8866, -0.9797]}
    record = run(PREDICT, {"phrase": "once upon"}, load_world("next-word", {"vectors": changed})).figure.record
    assert any(getattr(piece, "text", "").startswith("≈") for piece in record.sum)


def test_a_wrong_guess_is_not_framed_and_said_not_to_be_right() -> None:
    result = run(PREDICT, {"phrase": "the sun is"})
    captions = {snapshot.beat.name: snapshot.beat.caption for snapshot in result.snapshots}
    assert captions["predict"] == "Each mix predicts a next word, and not always the right one."
    assert result.figure.frames[0] is None and result.figure.frames[1] is not None


def test_every_phrase_is_told_in_six_beats() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        names = [snapshot.beat.name for snapshot in run(PREDICT, given).snapshots]
        assert names == ["question", "vectors", "mix", "last", "predict", "complete"]


# --- Figure 2 -----------------------------------------------------------------------------------------------------


def test_scores_are_dot_products_with_the_rows() -> None:
    figure = default_run(CHOOSE).figure
    numbers = figure.numbers
    context = rows(figure.world, "once upon a").mean(dim=0)
    assert torch.allclose(numbers.context, context.double(), atol=0.005 + 1e-6), "to two decimals"
    assert torch.allclose(numbers.classifier, train(figure.world).classifier.double(), atol=0.005 + 1e-6)
    assert torch.allclose(numbers.scores, (numbers.classifier * numbers.context).sum(dim=-1))
    assert numbers.predicted == "time" == numbers.vocabulary[int(numbers.scores.argmax())]


def test_every_row_drawn_is_the_words_own() -> None:
    figure = default_run(CHOOSE).figure
    numbers = figure.numbers
    for name, drawn, position in zip(
        figure.classifier.names, figure.classifier.matrix.numbers, numbers.drawn, strict=True
    ):
        assert name.text == numbers.vocabulary[position]
        assert [number.value for number in drawn] == numbers.classifier[position].tolist()
        assert name.baseline == pytest.approx(drawn[0].baseline)


def test_bars_are_as_long_as_scores_and_go_to_their_side() -> None:
    figure = default_run(CHOOSE).figure
    zero = figure.scores.line.get_x()
    for bar, number, position in zip(figure.scores.bars, figure.scores.numbers, figure.numbers.drawn, strict=True):
        score = float(figure.numbers.scores[position])
        end = bar.get_right()[0] if score > 0 else bar.get_left()[0]
        assert (end - zero) / figure.scores.unit == pytest.approx(score, abs=1e-4)
        assert number.value == pytest.approx(score)


def test_products_add_up_to_the_score() -> None:
    figure = default_run(CHOOSE).figure
    for work in figure.works:
        total = sum(left.number.value * right.number.value for left, right in work.products.factors)
        assert total == pytest.approx(work.result.value, abs=1e-4)


def test_the_numbers_on_screen_come_out_when_multiplied_and_added() -> None:
    figure = default_run(CHOOSE).figure

    def shown(number: Number) -> Decimal:
        return Decimal(number.shown.replace("\N{MINUS SIGN}", "-"))

    for work, filed in zip(figure.works, figure.scores.numbers, strict=True):
        total = sum(shown(left.number) * shown(right.number) for left, right in work.products.factors)
        assert total.quantize(Decimal("0.01"), ROUND_HALF_UP) == shown(work.result) == shown(filed)


def test_numbers_stand_at_the_zero_line_across_from_their_bars() -> None:
    scores = default_run(CHOOSE).figure.scores
    for number, bar in zip(scores.numbers, scores.bars, strict=True):
        assert (number.get_x() > scores.zero) == (bar.value < 0) == (bar.get_x() < scores.zero)
        near = number.get_left()[0] - scores.zero if bar.value < 0 else scores.zero - number.get_right()[0]
        assert near == pytest.approx(0.14)
        assert (bar.get_fill_opacity() < 0.5) == (bar.value < 0), "bars below zero are hollow, also in the end"


def test_the_chosen_row_is_the_lit_one() -> None:
    figure = default_run(CHOOSE).figure
    best, dim = figure.numbers.best, figure.style.theme.dim
    unlit = [name[0].get_fill_color().to_hex().lower() == dim for name in figure.classifier.names]
    assert [index for index, is_dim in enumerate(unlit) if not is_dim] == [best]
    assert figure.band in figure.mobjects, "no light is left on another row"
    assert len([piece for piece in figure.mobjects if isinstance(piece, RoundedRectangle)]) == 2, "it and the word's"
    assert figure.band.get_y() == pytest.approx(figure.classifier.names[best].baseline + 0.1)


def test_fewer_rows_keep_the_best() -> None:
    figure = load_figure(CHOOSE)
    for count in (2, 3, 8):
        numbers = figure.compute(figure.read_parameters({"rows": count}), load_world("next-word"))
        assert len(numbers.drawn) == count
        assert numbers.vocabulary[numbers.drawn[numbers.best]] == "time"
        assert list(numbers.drawn) == sorted(numbers.drawn)


# --- Figure 3 -----------------------------------------------------------------------------------------------------


def test_two_averages_and_their_cosine() -> None:
    figure = default_run(SIMILAR).figure
    world, numbers = figure.world, figure.numbers
    means = [rows(world, f"the capital of {place} is").mean(dim=0) for place in ("France", "Spain")]
    assert torch.allclose(numbers.contexts, torch.stack(means), atol=1e-6)
    expected = torch.nn.functional.cosine_similarity(*means, dim=0)
    assert float(numbers.similarity) == pytest.approx(float(expected), abs=1e-6)
    assert figure.alike.value.value == pytest.approx(float(expected), abs=1e-6)


def test_paris_twice_and_never_trained_on_spain() -> None:
    figure = default_run(SIMILAR).figure
    numbers = figure.numbers
    assert numbers.predicted == ("Paris", "Paris")
    assert numbers.wanted == ("Paris", "Madrid")
    assert "the capital of Spain is Madrid" not in numbers.learned
    assert not any("Spain" in beginning for beginning in beginnings(numbers.learned))
    by_hand = train(figure.world, [phrase for phrase in figure.world.phrases.values() if "Spain" not in phrase])
    assert torch.allclose(numbers.scores[1], numbers.contexts[1] @ by_hand.classifier.T, atol=1e-5)


def test_right_and_wrong_differ_in_shape() -> None:
    figure = default_run(SIMILAR).figure
    assert isinstance(figure.marks[0], CheckMark)
    assert isinstance(figure.marks[1], CrossMark)
    for mark, listed in zip(figure.marks, figure.answers, strict=True):
        paris = [name.text for name in listed.names].index("Paris")
        assert mark.get_y() == pytest.approx(listed.scores.bars[paris].get_y(), abs=0.05)
        assert mark.get_left()[0] > listed.scores.bars[paris].get_right()[0]


def test_bars_of_both_phrases_have_one_scale() -> None:
    first, second = (listed.scores for listed in default_run(SIMILAR).figure.answers)
    assert first.unit == pytest.approx(second.unit)
    for scores in (first, second):
        for bar in scores.bars:
            assert bar.width == pytest.approx(max(abs(bar.value) * scores.unit, 0.012))


def test_a_double_arrow_goes_from_one_average_to_the_other() -> None:
    figure = default_run(SIMILAR).figure
    upper, lower = (band.context for band in figure.bands)
    up, down = figure.alike_at_last.arrows
    assert np.allclose(up.segment[0], down.segment[0])
    assert up.segment[1][:2] == pytest.approx([upper.get_x(), upper.get_bottom()[1] - 0.1])
    assert down.segment[1][:2] == pytest.approx([lower.get_x(), lower.get_top()[1] + 0.1])
    assert figure.alike_at_last.value.value == pytest.approx(float(figure.numbers.similarity))


def test_beside_the_classifier_the_phrases_are_words_and_averages_only() -> None:
    figure = default_run(SIMILAR).figure
    shown = {id(member) for mobject in figure.mobjects for member in mobject.get_family()}
    assert not any(id(number) in shown for band in figure.bands for vector in band.vectors for number in vector.numbers)
    for row, band in zip(figure.phrases, figure.bands, strict=True):
        assert all(id(word) in shown for word in row.words)
        assert row.get_x() == pytest.approx(band.context.get_x(), abs=0.01), "a phrase stands over or under its average"


def test_answers_that_were_not_chosen_are_dim_but_readable() -> None:
    figure = default_run(SIMILAR).figure
    wanted = [(figure.answers[0], "Paris"), (figure.answers[1], "Paris"), (figure.answers[1], "Madrid")]
    for listed, word in wanted:
        index = [name.text for name in listed.names].index(word)
        assert listed.names[index][0].get_fill_color().to_hex().lower() == figure.color_of(word)
    for listed in figure.answers:
        assert all(name[0].get_fill_opacity() == 1 for name in listed.names), "dim by colour, which keeps its contrast"


def test_the_average_is_written_out() -> None:
    figure = default_run(SIMILAR).figure
    terms = [number.value for number in figure.arithmetic.terms]
    assert sum(terms) / len(terms) == pytest.approx(figure.arithmetic.result.value, abs=1e-6)


def test_learned_the_other_way_round() -> None:
    result = run(SIMILAR, {"seen": "spain", "unseen": "france"})
    assert result.figure.numbers.predicted == ("Madrid", "Madrid")
    assert result.snapshots[-1].beat.caption.startswith("The answer should be “Paris”")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seen": "once", "unseen": "spain"}, "seen and unseen must have as many words as each other; got 4 and 6"),
        ({"unseen": "france"}, "seen and unseen must differ before their last word; got the same words"),
        ({"seen": "once upon"}, "seen must have 3 to 7 words in this figure; got 2"),
        ({"unseen": "the capitol of Spain is Madrid"}, 'unknown word "capitol" in unseen; did you mean "capital"?'),
    ],
)
def test_phrases_that_cannot_be_compared(given: dict, message: str) -> None:
    figure = load_figure(SIMILAR)
    with pytest.raises(UserError) as error:
        figure.compute(figure.read_parameters(given), load_world("next-word"))
    assert str(error.value) == message


@pytest.mark.parametrize("name", [PREDICT, CHOOSE])
def test_a_beginning_leaves_room_for_the_next_word(name: str) -> None:
    figure = load_figure(name)
    with pytest.raises(UserError) as error:
        figure.compute(figure.read_parameters({"phrase": " ".join(["a"] * 9)}), load_world("next-word"))
    assert str(error.value) == "phrase must have 2 to 8 words in this figure; got 9"


# --- Other numbers ------------------------------------------------------------------------------------------------


def test_other_vectors_change_the_picture() -> None:
    changed = load_world("next-word", {"vectors": {"once": [0.9, -1.7, 0.2]}})
    figure = run(PREDICT, None, changed).figure
    assert figure.vectors[0].values == pytest.approx([0.9, -1.7, 0.2])
    assert [number.value for number in figure.record.rows[0]] == pytest.approx([0.9, -1.7, 0.2])
    assert figure.vectors[0].values != default_run(PREDICT).figure.vectors[0].values


def test_claims_fail_for_other_numbers() -> None:
    far = load_world("next-word", {"vectors": {"Spain": [3.0, -4.0, -3.0]}})
    figure = load_figure(SIMILAR)
    numbers = figure.compute(figure.read_parameters({}), far)
    holds = {claim.statement: claim.measure(numbers, far).holds for claim in claims_of(SIMILAR)}
    assert not holds["The two context vectors are nearly the same: their cosine similarity is above 0.98."]
    assert holds["A word's share of the average is 1/T: so far does a changed word move it."]


# --- Parts --------------------------------------------------------------------------------------------------------


def test_score_bars_share_a_zero_line_inside_their_room() -> None:
    scores = ScoreBars(torch.tensor([3.0, -1.0, 0.0]), [1.0, 0.5, 0.0], -2.0, 2.0, ["#ffffff"] * 3)
    assert scores.bars[0].get_right()[0] == pytest.approx(2.0)
    assert scores.bars[1].get_left()[0] > max(number.get_right()[0] for number in scores.numbers)
    assert scores.bars[2].width == pytest.approx(0.012)
    assert all(isinstance(number, Number) for number in scores.pair(0)[:1])


def test_a_classifier_says_when_rows_are_left_out() -> None:
    whole = Classifier(["a", "b"], torch.eye(2), ["#ffffff"] * 2)
    cut = Classifier(["a", "b"], torch.eye(2), ["#ffffff"] * 2, more=True)
    assert whole.dots_y is None
    assert len(cut.dots) == 3, "below the words and below both columns"
    assert cut.matrix.brackets.height > whole.matrix.brackets.height


def test_an_elbow_goes_sideways_first() -> None:
    path = elbow(np.array([0.0, 2.0, 0.0]), np.array([3.0, -1.0, 0.0]))
    assert np.allclose(path.get_start(), [0, 2, 0])
    assert np.allclose(path.get_end(), [3, -1, 0])
    assert np.allclose(path.points[:4, 1], 2.0), "along at first"
    assert np.allclose(path.points[-4:, 0], 3.0), "then down"
    straight = elbow(np.array([0.0, 2.0, 0.0]), np.array([0.0, -1.0, 0.0]))
    assert np.allclose(straight.points[:, 0], 0.0)
