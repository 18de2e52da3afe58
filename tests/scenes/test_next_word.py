"""The figures of the next word draw what the trained model computes."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise, product

import numpy as np
import pytest
import torch
from manim import DL, DR, LEFT, RIGHT, UL, UR, ManimColor, VGroup

from attnmath import Embedding, NextWordModel
from scenes import load_figure
from scenes.article.next_word.answers import slices
from scenes.article.next_word.choice import drawn_rows, picture_plane, side_view
from scenes.article.next_word.classification import shaft_corners
from scenes.article.next_word.dial import Dial
from scenes.article.next_word.elbow import elbow
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.lamp import Lamp
from scenes.article.next_word.ledger import digits_of_factors
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.mixing import VectorBlocks
from scenes.article.next_word.similar import _evenly
from scenes.article.next_word.training import answers, beginnings, train
from scenes.claims import claims_of
from scenes.errors import UserError
from scenes.motion.become import recolor
from scenes.parts.bars.score_bars import ScoreBars
from scenes.parts.geometry import point
from scenes.parts.plane.labels import inside_length
from scenes.parts.plane.layers import Layer
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.stage import Region
from scenes.style import DARK
from scenes.worlds import World, load_world
from tests.scenes.harness import default_run, framed_run, run

PREDICT, CHOOSE, SIMILAR = "attention-predict", "attention-classification", "attention-similar-classification"
Flat = tuple[float, float]


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
        glass.fill(1.0)
        heights = [layer.get_top()[1] - layer.get_bottom()[1] for layer in glass.layers]
        assert heights == pytest.approx([full * float(weight) for weight in weights if weight], abs=1e-3)
        assert sum(heights) == pytest.approx(full, abs=1e-3), "every glass is full: the shares add up to 1"
        fills = [layer.get_fill_color().to_hex().lower() for layer in glass.layers]
        assert fills == figure.colors[: len(fills)] and len(set(fills)) == len(fills)
    assert [len(glass.layers) for glass in figure.glasses] == [1, 2, 3]


def test_a_stirred_glass_has_the_average_of_its_colours() -> None:
    figure = default_run(PREDICT).figure
    for count, glass in enumerate(figure.end_glasses, start=1):
        glass.stir(1.0)
        parts = [ManimColor(color).to_rgb() for color in figure.colors[:count]]
        seen = [each for each in (glass.mix, *glass.layers) if each.get_fill_opacity() > 0]
        assert [each.get_fill_color().to_rgb() for each in seen] == [pytest.approx(np.mean(parts, axis=0), abs=0.01)]
        assert seen[0].get_top()[1] == pytest.approx(glass.region.top, abs=1e-3), "nothing is spilt"


def test_poured_numbers_lie_end_to_end_and_stirring_divides_them() -> None:
    figure = default_run(PREDICT).figure
    for mix, count in ((figure.mixes[1], 2), (figure.mixes[2], 3)):
        parts = figure.numbers.embeddings[:count].numpy()

        def spans(mix: VectorBlocks = mix) -> np.ndarray:
            """Return where each piece begins and ends, (d, count, 2)."""
            ends = [[(piece.points[0][0], max(piece.points[:, 0], key=lambda x, at=piece.points[0][0]: abs(x - at)))
                     for piece in block] for block in mix.blocks]  # fmt: skip
            return (np.array(ends) - mix.middle) / figure.unit

        mix.join([1.0] * count, 0.0, 0.0)
        ends = np.cumsum(parts, axis=0)
        assert spans()[:, :, 1] == pytest.approx(ends.T, abs=6e-3), "each as long as its word's own number"
        assert spans()[:, 1:, 0] == pytest.approx(ends.T[:, :-1], abs=6e-3), "from where the one before has ended"
        assert mix.reach() <= 0.5 * figure.column_width, "within the column"
        mix.join([1.0] * count, 1.0, 0.0)
        assert spans()[:, :, 1] == pytest.approx(ends.T / count, abs=6e-3), "all shrink alike"
        assert spans()[:, -1, 1] == pytest.approx(parts.mean(axis=0), abs=6e-3), "to the average"
        mix.join([1.0] * count, 1.0, 0.999)
        assert spans()[:, :, 1] == pytest.approx(np.repeat(parts.mean(axis=0)[:, None], count, axis=1), abs=6e-3)
        sign, number = figure.divided[count - 1]
        assert sign.text == "÷" and number.value == count
        mix.grow(1.0)
    assert not len(figure.divided[0]), "one word is not divided"


def test_a_full_glass_has_the_sum_beside_its_joined_bars_and_touches_none_of_them() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        figure = run(PREDICT, given).figure
        assert not len(figure.sums[0]), "one word adds up to itself"
        for index, mix in enumerate(figure.mixes):
            mix.join([1.0] * (index + 1), 0.0, 0.0)
            for place, number in enumerate(figure.sums[index]):
                assert number.value == pytest.approx(float(figure.numbers.embeddings[: index + 1, place].sum()))
                left, right = (
                    number.get_edge_center(side)[0] - figure.columns[index] for side in (LEFT, RIGHT)
                )  # as the last mix has moved
                block = mix.blocks[place]
                assert max(left - (block.get_right()[0] - mix.middle), block.get_left()[0] - mix.middle - right) > 0.05
                assert max(-left, right) <= 0.5 * figure.column_width
            mix.grow(1.0)
    assert [number.shown for number in default_run(PREDICT).figure.sums[-1]] == ["−0.50", "−2.90", "3.20"]


def test_a_tried_word_has_its_own_vector_first_to_the_mixs_scale() -> None:
    for frame in ("16:9", "9:16", "1:1", "4:3"):
        figure = framed_run(PREDICT, frame).figure
        trial, safe = figure.trial, figure.stage.safe
        assert len({own.unit for own in trial.own}) == 1 and trial.own[0].unit <= figure.unit
        for own, chain in zip(trial.own, trial.sums, strict=True):
            assert own.values == [number.value for number in chain.answers] == [each.value for each in own.numbers]
            for block, value, number in zip(own.blocks, own.values, own.numbers, strict=True):
                own.grow(1.0)
                end = block.get_right()[0] if value > 0 else block.get_left()[0]
                assert (end - own.middle) / own.unit == pytest.approx(value, abs=2e-2)
                right = max(block.get_right()[0], number.get_right()[0])
                left = min(block.get_left()[0], number.get_left()[0])
                assert trial.mix.get_right()[0] < left < right <= safe.right + 1e-3
    figure = default_run(PREDICT).figure
    assert figure.trial.own[0].unit == pytest.approx(figure.unit), "the mix's own"


def test_the_answer_comes_when_the_last_way_has_landed() -> None:
    figure = default_run(PREDICT).figure
    question, line = figure.end_asked
    assert question.get_x() == pytest.approx(figure.next_word.get_x(), abs=1e-3)
    assert question.baseline == pytest.approx(figure.next_word.baseline, abs=1e-3)
    assert question not in figure.mobjects and figure.blank not in figure.mobjects
    assert line.get_top()[1] < question.get_bottom()[1], "nothing is left of the question"


def test_what_flows_flows_to_the_right_only() -> None:
    figure = run(PREDICT, {"phrase": "the capital of France is"}).figure
    for target, streams in enumerate(figure.streams):
        assert len(streams) == target + 1
        for source, stream in enumerate(streams):
            stream.flow(1.0, figure.glasses[target].region.bottom)
            assert (np.diff(stream.points[:, 0]) >= -1e-6).all(), "it never turns to the left"
            assert (np.diff(stream.points[:, 1]) <= 1e-6).all(), "nor up"
            assert stream.points[0][0] == pytest.approx(figure.columns[source])
            region = figure.glasses[target].region
            assert region.left < stream.points[-1][0] < region.right, "into the glass"
            if source == target:
                assert stream.points[-1][0] == pytest.approx(figure.columns[source]), "straight down into its own"
        crossing = [stream.points[-1][0] for stream in streams]
        assert crossing == sorted(crossing), "no stream crosses another"
        assert [stream.lane for stream in streams] == sorted(stream.lane for stream in streams)
        apart = np.diff([stream.lane for stream in streams])
        assert (apart >= [stream.widest / 100 for stream in streams[1:]]).all(), "nor touches it"


def test_blocks_are_as_long_as_numbers_on_their_side() -> None:
    figure = default_run(PREDICT).figure
    for drawn, rows_drawn in ((figure.vectors, figure.numbers.embeddings), (figure.mixes, figure.numbers.contexts)):
        for blocks, row in zip(drawn, rows_drawn, strict=True):
            for block, value in zip(blocks.blocks, row.tolist(), strict=True):
                end = block.get_right()[0] if value > 0 else block.get_left()[0]
                assert (end - blocks.middle) / figure.unit == pytest.approx(value, abs=5e-3)


def test_the_two_words_scored_highest_and_all_others_stand_below_the_next_words_place() -> None:
    figure = default_run(PREDICT).figure
    numbers, listed = figure.numbers, figure.listed
    best = sorted((float(score), word) for score, word in zip(numbers.scores[-1], numbers.vocabulary, strict=True))
    assert [name.text for name in listed.names] == [*(word for _, word in best[:-3:-1]), "12 others ≤"]
    assert [number.value for number in listed.numbers] == pytest.approx([score for score, _ in best[:-4:-1]])
    assert figure.guesses[-1] is listed.names[0] and listed.names[0].text == figure.next_word.text
    choose = default_run(CHOOSE).figure.numbers
    assert torch.allclose(numbers.scores[-1], choose.scores), "figure 2 prints the same ones"


def test_every_glass_has_the_score_of_its_guess_beside_its_way() -> None:
    figure = default_run(PREDICT).figure
    most = figure.numbers.scores.max(dim=-1).values.tolist()
    for value, said, way, mark in zip(most[:-1], figure.said, figure.ways, figure.marks, strict=False):
        (score,) = said
        assert score.value == pytest.approx(value)
        assert way[0].get_end()[0] < score.get_left()[0] and score.get_right()[0] < mark.get_left()[0]
    assert not len(figure.said[-1]), "the last one's stands in the list"
    assert len(framed_run(PREDICT, "9:16").figure.said[-1]) == 1, "or beside its way where there is none"


def test_a_guess_points_at_the_next_words_place() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        figure = run(PREDICT, given).figure
        for x, way in zip(figure.columns[1:], figure.ways, strict=True):
            assert x == pytest.approx(way[0].get_end()[0])
        tip, last = figure.ways[-1][0].get_end(), figure.words[-1]
        assert last.get_x() == pytest.approx(tip[0], abs=1e-3) and tip[1] < last.get_bottom()[1]
        agree = [one == other for one, other in zip(figure.numbers.predicted, figure.numbers.words[1:], strict=False)]
        assert figure.numbers.known
        agree.append(True)
        assert [isinstance(mark, CheckMark) for mark in figure.marks] == agree
        assert [isinstance(mark, CrossMark) for mark in figure.marks] == [not each for each in agree]
        for word, way, right in zip(figure.words[1:-1], figure.ways, agree, strict=False):
            low = float(word.get_bottom()[1])
            assert (0 < low - way[0].get_end()[1] < 0.3) == right, "to the word itself, or to the wrong guess below it"


def test_words_vectors_and_glasses_stand_in_one_column_each() -> None:
    figure = default_run(PREDICT).figure
    columns = figure.columns[:-1]
    for drawn in (figure.large_vectors, figure.vectors, figure.mixes[:-1]):
        assert [vector.middle for vector in drawn] == pytest.approx(columns[: len(drawn)])
    for glasses in (figure.glasses, figure.end_glasses):
        assert [glass.outline.get_x() for glass in glasses] == pytest.approx(columns, abs=1e-3)


def test_what_the_last_word_names_stands_beside_the_glasses_as_large_as_one() -> None:
    figure = default_run(PREDICT).figure
    (icon,), glass = figure._picture(), figure.end_glasses[-1].outline
    assert icon.height == pytest.approx(glass.height, rel=0.02)
    assert icon.get_bottom()[1] == pytest.approx(glass.get_bottom()[1], abs=0.02)
    assert glass.get_right()[0] < icon.get_left()[0] and icon.get_right()[0] <= figure.stage.safe.right
    assert figure.next_word.height > 1.5 * figure.words[0].height, "and its name has grown"


def test_the_phrase_ends_with_the_prediction() -> None:
    figure = default_run(PREDICT).figure
    assert [word.text for word in figure.words] == ["once", "upon", "a", "time"]
    shown = figure.get_mobject_family_members()
    stays = {figure.next_word, *figure.listed.names, *figure.listed.numbers, *figure.marks}
    stays |= {*(way[0] for way in figure.ways), *(piece for glass in figure.end_glasses for piece in glass.names)}
    assert stays <= set(shown), "three glasses, three guesses"
    assert not {piece for mix in figure.mixes for piece in mix.numbers} & set(shown), "and nothing below the glasses"
    assert [word.get_x() for word in figure.words] == pytest.approx(figure.columns, abs=1e-3), "each at its column"
    assert figure.vectors[0].middle == figure.columns[0]
    level = [figure.words[place].get_bottom()[1] for place in (0, 2, 3)]
    assert level == pytest.approx([level[0]] * 3, abs=0.03), "on one baseline"
    assert figure.blank not in figure.mobjects


def test_the_printed_average_is_that_of_the_printed_numbers() -> None:
    figure = default_run(PREDICT).figure
    for line, average in enumerate(figure.mixes[-1].numbers):
        terms = [shown(vector.numbers[line]) for vector in figure.vectors]
        assert (sum(terms) / len(terms)).quantize(Decimal("0.01"), ROUND_HALF_UP) == shown(average)


def test_products_lie_end_to_end_and_end_at_the_two_highest_scores() -> None:
    figure = default_run(PREDICT).figure
    trial, listed, cent = figure.trial, figure.listed, Decimal("0.01")
    second, best = trial.sums
    assert (second.head.text, best.head.text) == ("star", "time")
    assert second.rows is best.rows, "one zero line, one scale"
    mine = [shown(number) for number in figure.mixes[-1].numbers]
    assert [shown(number) for number in trial.mix.numbers] == mine, "the glass's own"
    for chain, number in zip((best, second), listed.numbers, strict=False):
        theirs, products = ([shown(piece) for piece in pieces] for pieces in (chain.answers, chain.products))
        assert [
            (one * other).quantize(cent, ROUND_HALF_UP) for one, other in zip(mine, theirs, strict=True)
        ] == products
        assert sum(products) == shown(chain.score) == shown(number)
        end = 0.0
        for place, (piece, value) in enumerate(zip(chain.pieces, map(float, products), strict=True)):
            chain.grow(place, 1.0)
            start, tip = piece.points[0][0], max(piece.points[:, 0], key=lambda x, at=piece.points[0][0]: abs(x - at))
            assert (start - chain.rows.zero) / chain.rows.unit == pytest.approx(end, abs=1e-2), (
                "from the last one's end"
            )
            assert (tip - start) / chain.rows.unit == pytest.approx(value, abs=1e-2)
            end += value
        chain.grow_score(1.0)
        assert (chain.bar.get_right()[0] - chain.rows.zero) / chain.rows.unit == pytest.approx(end, abs=1e-2)
        levels = [[row.get_y() for row in rows] for rows in (chain.answers, chain.products, trial.mix.numbers)]
        assert levels[0] == pytest.approx(levels[1], abs=0.03) and levels[0] == pytest.approx(levels[2], abs=0.03)


def test_the_words_compared_are_the_two_that_the_last_mix_scores_highest() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        figure = run(PREDICT, given).figure
        numbers = figure.numbers
        order = sorted(range(len(numbers.vocabulary)), key=lambda row: -float(numbers.scores[-1, row]))
        assert numbers.rivals[-1] == numbers.predicted[-1] == numbers.vocabulary[order[0]]
        scores = [float(chain.score.value) for chain in figure.trial.sums]
        assert scores == pytest.approx([float(numbers.scores[-1, row]) for row in (order[1], order[0])])


def test_words_have_other_vectors_as_answers() -> None:
    figure = default_run(PREDICT).figure
    numbers = figure.numbers
    for chain in figure.trial.sums:
        row = numbers.answers[numbers.vocabulary.index(chain.head.text)].tolist()
        assert [number.value for number in chain.answers] == pytest.approx(row)
    assert run(PREDICT, {"phrase": "the capital of France is"}).figure.trial.sums[-1].head.text == "Paris"


def test_the_winner_takes_its_colour_only_when_it_has_won() -> None:
    figure = default_run(PREDICT).figure
    ink, red = figure.style.theme.ink.lower(), figure.hues["time"].lower()
    fresh = figure._trial(figure.large).sums[-1]
    assert {piece.get_color().to_hex().lower() for piece in (fresh.head, fresh.score)} == {ink} != {red}
    head, bar, score = figure.won
    assert {head.get_color().to_hex().lower(), score.get_color().to_hex().lower()} == {red}
    assert bar.get_fill_color().to_hex().lower() == figure.style.theme.fill(red).lower()


def test_the_last_glass_goes_back_to_its_column() -> None:
    figure = default_run(PREDICT).figure
    glass, before = figure.end_glasses[-1], figure.glasses[-1].region
    assert glass.outline.get_bottom()[1] < glass.region.bottom < glass.mix.get_top()[1]
    assert glass.mix.get_top()[1] == pytest.approx(glass.region.top, abs=1e-3)
    assert glass.mix.get_x() == pytest.approx(figure.columns[-2])
    assert glass.region.width > 1.2 * before.width, "and is larger"


def test_the_numbers_beside_the_blocks_are_the_vectors() -> None:
    figure = default_run(PREDICT).figure
    for vectors, rows_drawn in (
        (figure.vectors, figure.numbers.embeddings),
        (figure.mixes, figure.numbers.contexts),
    ):
        for vector, row in zip(vectors, rows_drawn, strict=True):
            assert [number.value for number in vector.numbers] == pytest.approx(row.tolist())
            for number, value in zip(vector.numbers, row.tolist(), strict=True):
                assert (number.get_x() - vector.middle) * value < 0, "where the block is not"


def test_a_wrong_guess_is_crossed_and_said_not_to_be_right() -> None:
    result = run(PREDICT, {"phrase": "the sun is"})
    captions = {snapshot.beat.name: snapshot.beat.caption for snapshot in result.snapshots}
    assert "not always rightly" in captions["complete"]
    assert [type(mark) for mark in result.figure.marks] == [CrossMark, CheckMark, CheckMark]


def test_every_phrase_is_told_in_six_beats() -> None:
    for given in ({}, {"phrase": "the capital of France is"}):
        names = [snapshot.beat.name for snapshot in run(PREDICT, given).snapshots]
        assert names == ["question", "vectors", "mix", "tries", "wins", "complete"]


# --- Figure 2 -----------------------------------------------------------------------------------------------------


def shown(number: Number) -> Decimal:
    return Decimal(number.shown.replace("\N{MINUS SIGN}", "-"))


def test_scores_are_dot_products_with_the_rows() -> None:
    figure = default_run(CHOOSE).figure
    numbers = figure.numbers
    context = rows(figure.world, "once upon a").mean(dim=0)
    assert torch.allclose(numbers.context, context.double(), atol=0.005 + 1e-6), "to two decimals"
    assert torch.allclose(numbers.classifier, train(figure.world).classifier.double(), atol=0.005 + 1e-6)
    assert torch.allclose(numbers.scores, (numbers.classifier * numbers.context).sum(dim=-1))
    assert numbers.predicted == "time" == numbers.vocabulary[int(numbers.scores.argmax())]


def test_every_score_stands_beyond_its_bar_and_its_word_on_the_other_side_of_zero() -> None:
    for frame in ("16:9", "9:16", "1:1", "4:3"):
        figure = framed_run(CHOOSE, frame).figure
        numbers = figure.numbers
        for index, (word, score, row) in enumerate(zip(figure.words, figure.scores, figure.positions, strict=True)):
            assert word.text == figure.names[index] == numbers.vocabulary[row]
            assert score.value == float(numbers.scores[row])
            side, origin = float(np.sign(score.value)), figure.fan.origin
            end = figure.fan.unit * float(numbers.shadows[row])
            assert side * ((score.get_center() - origin) @ figure.along - end) > 0
            assert side * ((word.get_center() - origin) @ figure.along) < 0


def test_arrows_are_the_best_ones_that_are_apart_and_one_that_points_away() -> None:
    figure = default_run(CHOOSE).figure
    numbers = figure.numbers
    assert figure.names == ["Paris", "upon", "star", "time"], "the lowest score first"
    scores = numbers.scores[figure.positions].tolist()
    assert scores == sorted(scores) and -float(numbers.scores.max()) < scores[0] < 0, "not taken for the farthest"
    angles = torch.atan2(*numbers.swung[figure.positions].T).rad2deg().sort().values
    assert float(angles.diff().min()) >= 12, "no arrow hides another"


def test_drawn_rows_are_the_best_learned_ones_and_one_half_as_far_away() -> None:
    scores = torch.tensor([8.0, 9.0, -1.0, 4.0, -4.2, -8.0, 3.0])
    learned = [True, False, True, True, True, True, True]
    angles = torch.arange(7) * 20.0
    assert drawn_rows(scores, learned, angles, 2) == (0, 1), "the best, learned or not"
    assert drawn_rows(scores, learned, angles, 4) == (0, 1, 3, 4), "−4.2 is nearest to half of 9"
    assert drawn_rows(scores, learned, angles, 7) == tuple(range(7))
    assert drawn_rows(scores.abs(), learned, angles, 3) == (0, 1, 5), "nothing points away"
    assert drawn_rows(scores, learned, angles / 2, 4) == (1, 4, 6), "10 degrees are too near"


def test_fewer_rows_keep_the_best() -> None:
    figure = load_figure(CHOOSE)
    for count in (2, 3, 8):
        numbers = figure.compute(figure.read_parameters({"rows": count}), load_world("next-word"))
        assert len(numbers.drawn) == min(count, 5), "no more are apart"
        assert "time" in [numbers.vocabulary[row] for row in numbers.drawn]
        assert list(numbers.drawn) == sorted(numbers.drawn)


def test_words_that_no_phrase_goes_on_with_share_one_row() -> None:
    numbers = default_run(CHOOSE).figure.numbers
    never = [numbers.vocabulary.index(word) for word in ("once", "the", "sun", "capital", "Spain", "Madrid")]
    assert (numbers.classifier[never] == numbers.classifier[never[0]]).all()


@pytest.mark.parametrize("given", [{}, {"phrase": "the capital of Spain is"}, {"phrase": "the sun is a"}])
def test_a_pencil_gets_the_score_from_the_products_and_from_the_lengths(given: dict) -> None:
    figure = run(CHOOSE, given).figure
    ledger, numbers, cent = figure.ledger, figure.numbers, Decimal("0.01")
    lines = [[shown(piece) for piece in line if isinstance(piece, Number)] for line in ledger.lines]
    assert len(lines) == len(numbers.axes)
    assert all((one * other).quantize(result, ROUND_HALF_UP) == result for one, other, result in lines)
    assert sum(result for *_, result in lines) == shown(ledger.score)
    assert shown(ledger.score).quantize(cent, ROUND_HALF_UP) == shown(figure.scores[figure.best])
    shadow, length, score = (shown(piece) for piece in ledger.factors if isinstance(piece, Number))
    assert (shadow * length).quantize(score, ROUND_HALF_UP) == score == shown(ledger.score)
    assert [label.text for label in ledger.heads] == ["context", numbers.predicted]
    assert [label.text for label in ledger.below] == ["shadow", "length"]
    assert [number.shown for number in figure.lengths] == [ledger.factors[0].shown, ledger.factors[2].shown]


def test_factors_have_the_fewest_digits_that_give_the_product() -> None:
    assert digits_of_factors(1.5, 2.0, 2) == (2, 2)
    assert digits_of_factors(5.2005, 1.4542, 2) == (2, 3)
    assert digits_of_factors(1e9 / 3, 1e9 / 7, 2) is None


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_arrows_shadows_and_bars_are_true(frame: str) -> None:
    figure = framed_run(CHOOSE, frame).figure
    fan, numbers = figure.fan, figure.numbers
    for index, row in enumerate(figure.positions):
        arrow, score = (fan.ends[index] - fan.origin) / fan.unit, float(numbers.scores[row])
        assert np.linalg.norm(arrow) == pytest.approx(float(numbers.classifier[row].norm()), abs=1e-6), "as long as it"
        assert arrow @ figure.along * float(numbers.length) == pytest.approx(score, abs=1e-6)
        assert arrow @ figure.onward <= 1e-9, "all on the side where the chart is not"
        corners = (np.array(figure.bars[index].points) - fan.origin) @ figure.along / fan.unit
        reach = corners.max() if score > 0 else corners.min()
        assert reach == pytest.approx(score, abs=1e-6), "in the scale in which shadows are drawn"
    tip = (figure.arrow.end - fan.origin) / fan.unit
    assert tip @ figure.along == pytest.approx(float(numbers.length)) == pytest.approx(float(np.linalg.norm(tip)))
    assert (figure.spine.get_end() - fan.origin) @ figure.along > (fan.ends[figure.best] - fan.origin) @ figure.along


def test_the_ruler_beside_the_context_is_as_long_as_its_arrow() -> None:
    figure = default_run(CHOOSE).figure
    ruler, number, fan = figure.ruler, figure.lengths[1], figure.fan
    assert ruler.get_bottom()[1] == pytest.approx(fan.origin[1])
    assert ruler.height / fan.unit == pytest.approx(float(shown(number)), abs=1e-3)


def test_a_shadow_is_stretched_by_the_contexts_length_until_its_bar_is_the_score() -> None:
    figure = default_run(CHOOSE).figure
    numbers, fan = figure.numbers, figure.fan
    for index, row in enumerate(figure.positions):
        for stretched, factor in ((0.0, 1.0), (0.5, (1 + float(numbers.length)) / 2), (1.0, float(numbers.length))):
            figure._draw_bar(index, 1.0, stretched)
            far = max((figure.bars[index].points - fan.origin) @ figure.along, key=abs)
            assert far / fan.unit == pytest.approx(factor * float(numbers.shadows[row]), abs=1e-6)
    assert figure.factor[1].shown == figure.ledger.factors[2].shown


@pytest.mark.parametrize("given", [{}, {"phrase": "the capital of Spain is"}, {"phrase": "the sun is a"}])
def test_a_pencil_gets_every_score_from_what_stands_at_its_bar(given: dict) -> None:
    figure = run(CHOOSE, given).figure
    cent, held = Decimal("0.01"), {piece for mobject in figure.mobjects for piece in mobject.get_family()}
    assert all(len(term) in (0, 3) for term in figure.terms) and len(figure.terms[figure.best])
    for term, score in zip(figure.terms, figure.scores, strict=True):
        numbers = [shown(piece) for piece in term if isinstance(piece, Number)]
        if numbers:
            assert (numbers[0] * numbers[1]).quantize(cent, ROUND_HALF_UP) == shown(score)
            assert numbers[1] == shown(figure.ledger.factors[2])
        assert not held & set(term), "it leaves once the score stands there"


def test_all_four_products_of_the_default_phrase_are_told() -> None:
    shadows = [term[0].shown for term in default_run(CHOOSE).figure.terms]
    assert shadows == ["−3.06", "−0.20", "2.565", "5.20"]


def test_a_term_rides_on_the_end_of_its_bar() -> None:
    figure = default_run(CHOOSE).figure
    for index, term in enumerate(figure.terms):
        begun, reach = (
            term.get_center().copy(),
            figure.fan.unit * float(figure.numbers.shadows[figure.positions[index]]),
        )
        ride = figure._riding(index)
        try:
            ride(1.0)
            assert (term.get_center() - begun) @ figure.along == pytest.approx((figure.stretch - 1) * reach)
            ride(0.0)
        finally:
            figure._draw_bar(index, 1.0, 1.0)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_a_lamps_light_is_as_wide_as_the_shadow_and_ends_on_the_arrow(frame: str) -> None:
    figure = framed_run(CHOOSE, frame).figure
    for index, end in enumerate(figure.fan.ends):
        lamp, reach = figure._lamp(index), float((end - figure.fan.origin) @ figure.along)
        along = (lamp.beam.get_anchors() - figure.fan.origin) @ figure.along
        assert [along.min(), along.max()] == pytest.approx([min(reach, 0.0), max(reach, 0.0)])
        assert min(np.linalg.norm(corner - end) for corner in lamp.beam.get_anchors()) == pytest.approx(0, abs=1e-6)
        assert np.ptp((lamp.bulb[0].get_anchors() - end) @ figure.onward) == pytest.approx(0, abs=1e-6), "parallel"


def test_light_comes_from_its_lamp_and_goes_out() -> None:
    lamp = Lamp(point(), point(-2.0, 1.0), point(0.0, 1.0), point(-1.0), 5.0, "#ffffff")
    edges = [lamp.fall(share).beam.get_right()[0] for share in (0.3, 0.6, 1.0)]
    assert edges == sorted(edges) and edges[-1] == pytest.approx(0) and lamp.beam.get_left()[0] == pytest.approx(-5)
    lamp.fall(1.0, 0.0)
    assert not lamp.beam.get_fill_opacities().any() and not any(line.get_stroke_opacity() for line in lamp.bulb)


def test_a_link_carries_the_longest_shadow_to_its_bar_and_stretches_it() -> None:
    figure = default_run(CHOOSE).figure
    (level, stretched), fan, best = figure.link, figure.fan, figure.best
    reach = fan.unit * float(figure.numbers.shadows[figure.positions[best]])
    for end in (level.get_start(), level.get_end(), stretched.start):
        assert (end - fan.origin) @ figure.along == pytest.approx(reach, abs=1e-3)
    assert level.get_end()[0] == pytest.approx(figure.bars[best].get_left()[0], abs=0.1)
    assert (stretched.end - fan.origin) @ figure.along == pytest.approx(figure.stretch * reach)
    assert figure.bars[best].get_top()[1] == pytest.approx(stretched.end[1])
    assert abs(figure.factor.get_y() - (stretched.start[1] + stretched.end[1]) / 2) < 0.1


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1"])
def test_while_the_view_steps_back_all_arrows_have_the_scale_of_the_bar(frame: str) -> None:
    figure = framed_run(CHOOSE, frame).figure
    numbers, units = figure.numbers, []
    try:
        for time in np.linspace(0, 1, 11):
            figure._step_back(float(time))
            units.append(figure.arrow.length / float(numbers.length))
            if figure.scale_bar:
                assert figure.scale_bar.line.width == pytest.approx(units[-1] * figure.scale_bar.number.value)
            for arrow, row in zip(figure.fan.arrows, figure.positions, strict=True):
                whole = arrow.length / units[-1] / float(numbers.classifier[row].norm())
                assert 0 < whole < 1 + 1e-6 and arrow.start == pytest.approx(figure.arrow.start)
                assert time < 1 or whole == pytest.approx(1)
        assert units[0] == pytest.approx(figure.nearer * figure.near.unit) and units[-1] == pytest.approx(
            figure.fan.unit
        )
        assert units == sorted(units, reverse=True), "back, and never nearer"
    finally:
        figure._step_back(1.0)


def test_answers_grow_beyond_the_frame_and_cross_neither_the_phrase_nor_the_line_at_the_foot() -> None:
    figure = default_run(CHOOSE).figure
    ends, safe = [], figure.stage.safe
    texts = [box_of(figure.phrase), box_of(figure.blank), (-3.6, figure.view.foot - 0.2, 3.6, figure.view.foot + 0.35)]
    try:
        for time in np.linspace(0, 1, 41):
            figure._step_back(float(time))
            for arrow in figure.fan.arrows:
                ends.append(arrow.end)
                line = tuple(arrow.start[:2]), tuple(arrow.end[:2])
                assert not any(inside_length(line, box) for box in texts), f"at {time:.2f}"
    finally:
        figure._step_back(1.0)
    assert min(end[0] for end in ends) < safe.left - 1 and all(end[0] > safe.left for end in ends[-4:])


def test_a_context_so_long_that_shadows_would_not_be_seen_stretches_none() -> None:
    long = {word: [20 * value for value in row] for word, row in load_world("next-word").vectors.items()}
    figure = run(CHOOSE, {}, load_world("next-word", {"vectors": long})).figure
    assert figure.stretch == 1.0 and not len(figure.factor)
    assert default_run(CHOOSE).figure.stretch == pytest.approx(1.4542, abs=1e-3)


def test_the_contexts_numbers_stand_alone_first_and_are_those_of_the_sum() -> None:
    figure = default_run(CHOOSE).figure
    name, *column = figure.column
    assert name.text == "context" and [number.value for number in column] == figure.numbers.context.tolist()
    assert [number for number in column] == [line[0] for line in figure.ledger.lines]
    known = len(name.family_members_with_points())
    named = np.concatenate(figure.waiting[:known])
    low, high = (figure.context_name.get_corner(side) for side in (DL, UR))
    assert (named >= low - 0.1).all() and (named <= high + 0.1).all(), "its name goes to the line"
    assert all((one == other).all() for one, other in zip(figure.waiting[known:], figure.filed[known:], strict=True))


def test_the_sum_and_the_lengths_give_one_number_and_a_sign_says_so() -> None:
    ledger = default_run(CHOOSE).figure.ledger
    (sign,), above, below = ledger.bridge, ledger.score, ledger.factors[-1]
    assert above.shown == below.shown and above.get_right()[0] == pytest.approx(below.get_right()[0], abs=1e-3)
    assert above.get_bottom()[1] > sign.get_top()[1] > sign.get_bottom()[1] > below.get_top()[1]
    assert sign.height > sign.width, "upright"


def test_each_word_is_said_to_give_an_equal_part_and_its_arrow_is_marked_in_them() -> None:
    figure = default_run(CHOOSE).figure
    said = {piece.text for name in figure.step_names for piece in name.get_family() if hasattr(piece, "text")}
    assert said == {"1/3 once", "1/3 upon", "1/3 a"}
    for marks, end in zip(figure.parts, figure.near.ends, strict=True):
        way = end - figure.near.origin
        found = [(mark.get_center() - figure.near.origin) @ way / (way @ way) for mark in marks]
        assert found == pytest.approx([1 / 3, 2 / 3])


@pytest.mark.parametrize("given", [{}, {"phrase": "the capital of France is"}])
def test_the_words_arrows_become_steps_that_end_at_their_mean(given: dict) -> None:
    figure = run(CHOOSE, given).figure
    near, numbers, steps = figure.near, figure.numbers, figure.steps
    for (start, end), tip in zip(steps, near.ends, strict=True):
        assert end - start == pytest.approx(figure.nearer * (tip - near.origin) / len(steps)), "an equal share of each"
    assert steps[0][0] == pytest.approx(near.origin)
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(steps)), "tip to tail"
    assert steps[-1][1] == pytest.approx(figure.mean, abs=0.03 * near.unit), "to the two decimals of the context"
    mean = (figure.mean - near.origin) / near.unit / figure.nearer
    assert mean @ figure.along == pytest.approx(float(numbers.length))


def test_a_bar_on_its_way_meets_no_other() -> None:
    """The farthest bar goes first: those of nearer columns are not there yet."""
    figure = default_run(CHOOSE).figure
    columns = [figure._column(index) for index in range(len(figure.names))]
    assert columns == sorted(columns) and figure.best == len(columns) - 1


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_side_view_keeps_sums_and_shadows(size: int) -> None:
    torch.manual_seed(size)
    up, behind = torch.randn(2, size, dtype=torch.float64)
    many = torch.randn(6, size, dtype=torch.float64)
    view = side_view(up, many, behind)
    assert view.shape == (2, size)
    assert torch.allclose((many @ view.T) @ (view @ up), many @ up)
    assert (view @ up)[0] == pytest.approx(0, abs=1e-9) and float((view @ up)[1]) == pytest.approx(float(up.norm()))
    assert float((view @ behind)[0]) <= 1e-9


def test_a_falling_shadow_begins_as_its_arrows_shaft() -> None:
    start, end = np.zeros(3), np.array([4.0, 3.0, 0.0])
    for aside in (np.array([1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0])):
        one, two, three, four = shaft_corners(start, end, 0.1, aside)
        assert (one - two) @ (end - start) == pytest.approx(0) and np.linalg.norm(one - two) == pytest.approx(0.1)
        assert (one + two) / 2 == pytest.approx(start) and (three + four) / 2 == pytest.approx(end)
        assert (one - two) @ aside > 0 and (four - three) @ aside > 0


def test_the_chosen_arrow_is_the_lit_one_and_its_word_completes_the_phrase() -> None:
    figure = default_run(CHOOSE).figure
    best, theme = figure.best, figure.style.theme
    colors = [arrow.body.get_fill_color().to_hex().lower() for arrow in figure.fan.arrows]
    assert [color != quiet(theme) for color in colors] == [index == best for index in range(len(colors))]
    assert [index for index, color in enumerate(colors) if color == theme.subject] == [best]
    assert [word.text for word in figure.phrase.submobjects] == ["once", "upon", "a", "time"]
    assert figure.next_word.get_x() == pytest.approx(figure.blank.get_x())
    assert figure.blank not in figure.mobjects


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_pictures_plane_keeps_lengths_and_dot_products(size: int) -> None:
    torch.manual_seed(size)
    up, other, right = torch.randn(3, size, dtype=torch.float64)
    many = torch.randn(6, size, dtype=torch.float64)
    view = picture_plane(up, other, many, right)
    assert view.shape == (2, size)
    for vector in (up, other):
        assert torch.allclose((many @ view.T) @ (view @ vector), many @ vector)
    assert (view @ up)[0] == pytest.approx(0, abs=1e-9) and float((view @ up)[1]) == pytest.approx(float(up.norm()))
    assert float((view @ right)[0]) >= 0
    along = picture_plane(up, 2 * up, many, right)
    assert torch.allclose((many @ along.T) @ (along @ up), many @ up), "also where both vectors have one direction"


# --- Figure 3 -----------------------------------------------------------------------------------------------------


def test_two_averages_and_the_angle_between_them() -> None:
    figure = default_run(SIMILAR).figure
    world, numbers = figure.world, figure.numbers
    means = [rows(world, f"the capital of {place} is").mean(dim=0) for place in ("France", "Spain")]
    assert torch.allclose(numbers.contexts, torch.stack(means), atol=1e-6)
    expected = torch.nn.functional.cosine_similarity(*means, dim=0)
    assert float(numbers.similarity) == pytest.approx(float(expected), abs=1e-6)
    assert float(numbers.angle) == pytest.approx(np.degrees(np.arccos(float(expected))), abs=1e-2)
    first, second = (vector.end - vector.start for vector in figure.averages)
    drawn = np.degrees(np.arccos(first @ second / np.linalg.norm(first) / np.linalg.norm(second)))
    assert drawn == pytest.approx(float(numbers.angle), abs=1e-2), "as far apart as the number beside them says"


def test_an_average_is_the_end_of_a_walk_of_its_words_steps() -> None:
    figure = default_run(SIMILAR).figure
    fork, numbers = figure.fork, figure.numbers
    for side, (words, end) in enumerate(zip(numbers.phrases, fork.ends, strict=True)):
        ordered = [words[at] for at in numbers.shared] + [("France", "Spain")[side]]
        steps = [*fork.trunk, *fork.branches[side]]
        assert steps[0].start == pytest.approx(fork.origin) and steps[-1].end == pytest.approx(end)
        assert all(one.end == pytest.approx(other.start) for one, other in pairwise(steps)), "tip to tail"
        fifths = rows(figure.world, " ".join(ordered)).double() @ numbers.view.T / 5
        for step, fifth in zip(steps, fifths.tolist(), strict=True):
            assert (step.end - step.start)[:2] / fork.unit == pytest.approx(fifth, abs=1e-6)
        average = (numbers.view @ numbers.contexts[side].double()).tolist()
        assert (end - fork.origin)[:2] / fork.unit == pytest.approx(average, abs=1e-6)
    assert len(fork.trunk) == 4 and [len(branch) for branch in fork.branches] == [1, 1], "only the last steps part"


def test_the_first_step_is_a_share_of_its_words_whole_arrow() -> None:
    figure = default_run(SIMILAR).figure
    step = figure.fork.trunk[0]
    whole = rows(figure.world, "the").double()[0] @ figure.numbers.view.T
    assert (5 * (step.end - step.start))[:2] / figure.fork.unit == pytest.approx(whole.tolist(), abs=1e-6)
    assert figure._has_room(step)


def test_phrases_that_share_no_word_part_at_once() -> None:
    given = {"seen": "once", "unseen": "sun"}
    phrases = {"once": "once upon time", "sun": "the sun star"}
    world = load_world("next-word").model_copy(update={"phrases": phrases})
    result = run(SIMILAR, given, world)
    fork = result.figure.fork
    assert "Both walks part at once" in {each.beat.name: each.beat.caption for each in result.snapshots}["same"]
    assert not fork.trunk and [len(branch) for branch in fork.branches] == [2, 2]


def test_phrases_stand_at_both_sides_and_have_equal_spaces_between_their_words() -> None:
    figure = default_run(SIMILAR).figure
    first, second = figure.pair.words
    assert [word.text for word in second] == "the capital of Spain is Paris".split()
    assert [one.text for one, other in zip(first, second, strict=True) if one.text != other.text] == ["France"]
    assert first[-1].get_right()[0] < figure.marks[0].get_right()[0] < second[0].get_left()[0]
    assert figure.averages[1].end[0] > figure.averages[0].end[0], "as their averages do"
    for words in figure.pair.words:
        assert words[0].baseline == pytest.approx(first[0].baseline)
        spaces = [later.get_left()[0] - word.get_right()[0] for word, later in pairwise(words)]
        assert spaces == pytest.approx([spaces[0]] * len(spaces), abs=0.02), "also after the words that differ"
    lower = framed_run(SIMILAR, "9:16").figure.pair.words
    for one, other in list(zip(*lower, strict=True))[:4]:
        assert one.get_left()[0] == pytest.approx(other.get_left()[0]) and one.baseline > other.baseline


def test_figures_two_and_three_have_one_classifier() -> None:
    choose, similar = default_run(CHOOSE).figure.numbers, default_run(SIMILAR).figure.numbers
    assert torch.equal(choose.classifier, similar.classifier) and choose.vocabulary == similar.vocabulary
    told = run(CHOOSE, {"phrase": "the capital of Spain is"}).figure.numbers
    assert told.predicted == "Paris" and torch.allclose(told.scores, similar.scores[1]), "asked there, it says the same"


def test_paris_twice_and_never_trained_on_spain() -> None:
    figure = default_run(SIMILAR).figure
    numbers = figure.numbers
    assert numbers.predicted == ("Paris", "Paris")
    assert numbers.wanted == ("Paris", "Madrid")
    assert "the capital of Spain is Madrid" not in numbers.learned
    assert not any("Spain" in beginning for beginning in beginnings(numbers.learned))
    assert not any("Spain" in phrase for phrase in figure.world.phrases.values())
    by_hand = (numbers.contexts[1].double() * numbers.classifier).sum(dim=-1)
    assert torch.allclose(numbers.scores[1], by_hand, atol=1e-5)
    assert numbers.vocabulary[int(numbers.scores[1].argmax())] == "Paris"


def test_right_and_wrong_differ_in_shape() -> None:
    figure = default_run(SIMILAR).figure
    assert isinstance(figure.marks[0], CheckMark) and isinstance(figure.marks[1], CrossMark)
    assert [label.text for label in figure.hoped] == ["right:", "Madrid"], "said, not ticked: nobody answers it"
    assert figure.hoped[0].baseline < figure.pair.words[1][-1].baseline, "below the wrong one"
    for label, color in zip(figure.hoped, (figure.style.theme.dim, figure.style.theme.query), strict=True):
        glyphs = label.family_members_with_points()
        assert {glyph.get_fill_color().to_hex() for glyph in glyphs} == {color.upper()}, "as bright as the seeker was"
    marks = (*figure.marks, figure.early[1])
    assert {mark.get_stroke_color().to_hex().lower() for mark in marks} == {figure.style.theme.ink}, (
        "no answer's colour"
    )
    for mark, words in zip(figure.marks, figure.pair.words, strict=True):
        assert words[-1].get_right()[0] < mark.get_left()[0]
        assert mark.get_y() == pytest.approx(words[-1].get_y(), abs=0.1)


@pytest.mark.parametrize("step", [2, 9, 40, 150])
def test_every_direction_of_the_dial_has_the_word_of_the_greatest_score(step: int) -> None:
    rows = default_run(SIMILAR).figure.numbers.rows_after(step)
    won = slices(rows)
    assert sum(each.end - each.start for each in won) == pytest.approx(360), "all of the circle, once"
    for turn in np.arange(0.05, 360, 0.7):
        scores = rows @ [np.cos(np.radians(turn)), np.sin(np.radians(turn))]
        here = next(each for each in won if (turn - each.start) % 360 < each.end - each.start)
        assert scores[list(here.words)] == pytest.approx(scores.max(), abs=1e-6)


def test_rows_in_a_line_or_in_one_place_have_the_slices_that_they_win() -> None:
    assert slices(np.zeros((3, 2))) == []
    halves = slices(np.array([[0.0, 1.0], [0.0, 2.0], [0.0, -1.0], [0.0, 2.0]]))
    assert [(each.words, each.end - each.start) for each in halves] == [((2,), 180.0), ((1, 3), 180.0)]


def test_both_averages_point_into_the_drawn_slice_of_their_answer() -> None:
    figure = default_run(SIMILAR).figure
    dial, numbers = figure.dial, figure.numbers
    paris = numbers.vocabulary.index("Paris")
    won = next(each for each in slices(numbers.classifier.numpy() @ numbers.view.numpy().T) if paris in each.words)
    area = dial.areas[paris].get_anchors() - dial.origin
    turns = np.degrees(np.arctan2(area[:, 1], area[:, 0]))[np.linalg.norm(area, axis=1) > 0.5 * dial.radius]
    assert (turns.min(), turns.max()) == (pytest.approx(won.start, abs=1e-3), pytest.approx(won.end, abs=1e-3))
    for arrow in figure.averages:
        way = arrow.end - dial.origin
        assert won.start < np.degrees(np.arctan2(way[1], way[0])) < won.end
    family = {id(piece) for mobject in figure.mobjects for piece in mobject.get_family()}
    assert all(id(arrow.body) in family for arrow in figure.averages)


def test_averages_on_the_dial_have_their_angle_and_their_lengths_in_proportion() -> None:
    figure = default_run(SIMILAR).figure
    dial = figure.dial
    ways = [arrow.end - dial.origin for arrow in figure.averages]
    lengths = [float(np.linalg.norm(way)) for way in ways]
    assert np.degrees(np.arccos(ways[0] @ ways[1] / np.prod(lengths))) == pytest.approx(9.509, abs=1e-2)
    expected = figure.numbers.contexts.norm(dim=-1)
    assert lengths[1] / lengths[0] == pytest.approx(float(expected[1] / expected[0]), abs=1e-3)
    lowest = min(name.get_bottom()[1] for name in dial.names if name.family_members_with_points())
    paris = dial.names[figure.numbers.vocabulary.index("Paris")]
    assert max(arrow.end[1] for arrow in figure.averages) < paris.get_bottom()[1] and lowest > dial.origin[1]
    assert figure.aside.submobjects, "the angle is said once more"


def test_training_is_shown_as_it_was() -> None:
    """All rows begin with no length, as training does, and end where the classifier of the scores has them."""
    figure = default_run(SIMILAR).figure
    numbers = figure.numbers
    embedding = Embedding(dict(figure.world.vectors), axes=figure.world.axes)
    for stage in numbers.stages[1:].tolist():
        model = NextWordModel.train(
            beginnings(numbers.learned), "average", embedding=embedding, steps=int(stage), rate=0.1
        )
        places = model.classifier.double() @ numbers.view.T
        assert numbers.rows_after(stage) == pytest.approx(places.numpy(), abs=1e-2)
    assert numbers.rows_after(0) == pytest.approx(0) and slices(numbers.rows_after(0)) == []
    assert [number.value for number in figure.meter] == [4.0, 150.0], "then all names have room"


def test_the_first_answer_is_the_one_that_the_needle_has_then_and_training_turns_it() -> None:
    figure = default_run(SIMILAR).figure
    numbers, (word, cross) = figure.numbers, figure.early
    first = float(numbers.stages[figure.first])
    scores = numbers.rows_after(first) @ (numbers.contexts[0].double() @ numbers.view.T).numpy()
    assert word.text == numbers.vocabulary[int(scores.argmax())] == "France" and isinstance(cross, CrossMark)
    assert numbers.vocabulary[numbers.needle_after(150)] == "Paris"
    said = figure.pair.words[0][-1]
    assert word.baseline == said.baseline and word.get_left()[0] == pytest.approx(said.get_left()[0])
    assert cross.get_right()[0] < figure.pair.words[1][0].get_left()[0]
    assert word not in {piece for mobject in figure.mobjects for piece in mobject.get_family()}
    right_at_once = run(SIMILAR, {"seen": "once upon a time", "unseen": "the sun is a"})
    beats = {snapshot.beat.name: snapshot.beat.caption for snapshot in default_run(SIMILAR).snapshots}
    assert "“France”, wrong" in beats["dial"]
    others = {snapshot.beat.name: snapshot.beat.caption for snapshot in right_at_once.snapshots}
    assert ("wrong" in others["dial"]) == bool(len(right_at_once.figure.early))


def test_training_moves_a_border_over_the_first_average_and_leaves_no_slice_to_the_word_never_asked_for() -> None:
    numbers = default_run(SIMILAR).figure.numbers
    context = (numbers.contexts[0].double() @ numbers.view.T).numpy()
    answers_then = [numbers.vocabulary[int((numbers.rows_after(step) @ context).argmax())] for step in (2, 150)]
    assert answers_then == ["France", "Paris"]
    assert numbers.lost and "Madrid" not in beginnings(numbers.learned).values()
    assert numbers.outcome == "also-wrong-lost"
    elsewhere = replace(numbers, learned=(*numbers.learned, "the sun of Spain is Madrid"))
    assert elsewhere.outcome == "also-wrong", "it was an answer in training"
    row = numbers.vocabulary.index("Madrid")
    assert float(numbers.widths[-1, row]) == 0 and numbers.widths[-1].sum() == pytest.approx(360)
    spain = numbers.contexts[1].double() @ numbers.view.T
    assert float(spain[0]) > 0, "the second average is at the right"


def test_a_name_stands_within_its_slice_and_goes_where_there_is_no_room() -> None:
    figure = default_run(SIMILAR).figure
    dial, numbers = figure.dial, figure.numbers
    try:
        for step, shown in ((2, {"France", "star", "is"}), (150, {"Paris", "star", "is"})):
            dial.draw(numbers.rows_after(step))
            named = {word for word, name in enumerate(dial.names) if name.family_members_with_points()}
            assert {numbers.vocabulary[word] for word in named} == shown
            for word in named:
                start, end = dial.shown[word]
                low, high = (dial.names[word].get_corner(side) for side in (DL, UR))
                for x, y in product((low[0], high[0]), (low[1], high[1])):
                    corner = point(x, y) - dial.origin
                    assert start < np.degrees(np.arctan2(corner[1], corner[0])) < end
                    assert np.linalg.norm(corner) < dial.radius
    finally:
        dial.draw(numbers.rows_after(150))


def test_words_that_nobody_asked_for_share_a_slice_without_a_name() -> None:
    dial = Dial(["a", "b", "c"], 3 * [DARK.dim], point(), 3.0, 180.0, size=40)
    dial.draw(np.array([[0.0, 1.0], [0.0, 1.0], [0.0, -1.0]]))
    assert [bool(name.family_members_with_points()) for name in dial.names] == [False, False, True]
    assert len(dial.areas[0].points) and not len(dial.areas[1].points)


def test_averages_far_apart_are_on_a_whole_dial() -> None:
    figure = run(SIMILAR, {"seen": "once upon a time", "unseen": "the sun is a"}).figure
    assert figure.numbers.predicted[0] != figure.numbers.predicted[1]
    assert figure.reach >= float(figure.numbers.angle), "both are seen"
    assert default_run(SIMILAR).figure.reach == 90


def test_a_phrase_has_one_colour_in_its_word_its_step_and_its_average() -> None:
    figure = default_run(SIMILAR).figure
    theme = figure.style.theme
    assert figure.hues == (theme.families[0], theme.families[1])
    for side, hue in enumerate(figure.hues):
        pieces = [figure.averages[side].body, figure.fork.branches[side][0].body, figure.pair.words[side][3]]
        assert {piece.get_fill_color().to_hex().lower() for piece in pieces} == {hue}
    words = dict(zip(figure.numbers.vocabulary, figure.dial.colors, strict=True))
    assert (words["Paris"], words["Madrid"], words["star"]) == (theme.subject, theme.query, theme.dim)


def test_learned_the_other_way_round() -> None:
    result = run(SIMILAR, {"seen": "the capital of Spain is Madrid", "unseen": "france"})
    assert result.figure.numbers.predicted == ("Madrid", "Madrid")
    assert result.snapshots[-1].beat.name == "lost"
    assert result.snapshots[-1].beat.caption.startswith("“Paris” would be right. But it was never an answer")


def test_what_is_said_beside_the_dial_stands_outside_it_and_names_what_it_speaks_of() -> None:
    figure = default_run(SIMILAR).figure
    (unseen,) = figure.unseen
    assert unseen.text == "“Spain”: not in the training" and figure.larger > 1
    for text in (unseen, figure.hoped, figure.none, figure.key, *figure.meter):
        assert figure._to_dial(text) > figure.radius


def test_the_search_passes_every_direction_that_the_dial_shows() -> None:
    figure = default_run(SIMILAR).figure
    spans = sorted(figure.dial.shown.values())
    assert spans[0][0] == pytest.approx(90 - figure.reach) and spans[-1][1] == pytest.approx(90 + figure.reach)
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(spans)), "no gap"
    paces = np.diff([_evenly(time) for time in np.linspace(0, 1, 50)])
    assert _evenly(0) == 0 and _evenly(1) == pytest.approx(1) and paces.max() < 3 * paces.min()


def test_the_width_of_the_slice_stands_outside_the_dial_by_an_arc_from_border_to_border() -> None:
    figure = default_run(SIMILAR).figure
    numbers, dial = figure.numbers, figure.dial
    paris = numbers.vocabulary.index("Paris")
    start, end = dial.shown[paris]
    number = next(piece for piece in figure.width.get_family() if isinstance(piece, Number))
    assert number.shown == "42.1" and end - start == pytest.approx(float(shown(number)), abs=0.05)
    ways = [at - dial.origin for at in (figure.across.points[0], figure.across.points[-1])]
    assert [np.degrees(np.arctan2(way[1], way[0])) for way in ways] == pytest.approx([start, end])
    corners = [figure.width.get_corner(side) for side in (DL, UR, UL, DR)]
    assert min(np.linalg.norm(each - dial.origin) for each in (*corners, figure.across.points[0])) > dial.radius
    none = next(piece for piece in figure.none.get_family() if isinstance(piece, Number))
    assert none.shown == "0" and none.get_top()[1] < figure.hoped.get_bottom()[1]


def test_that_no_direction_says_it_is_said_of_those_below_too_where_they_are_not_seen() -> None:
    result = default_run(SIMILAR)
    assert result.figure.reach < 180 and result.snapshots[-1].beat.caption.endswith("nor any below.")
    figure = result.figure
    row = figure.numbers.vocabulary.index("Madrid")
    assert all(row not in each.words for each in slices(figure.numbers.rows_after(150))), "on the whole circle"


def test_both_phrases_are_large_at_first_and_neither_crosses_the_other_on_its_way() -> None:
    pair = default_run(SIMILAR).figure.pair
    lines = [[*row[:-1], blank] for row, blank in zip(pair.words, pair.blanks, strict=True)]
    pieces = [member for line in lines for piece in line for member in piece.family_members_with_points()]
    before = [piece.points.copy() for piece in pieces]
    try:
        pair.enlarge(Region(-6.0, 6.0, -3.0, 3.0))
        for one, other in zip(*lines, strict=True):
            assert one.get_x() == pytest.approx(other.get_x(), abs=1e-3), "one column"
        arrives = pair.arrive()
        for share in np.linspace(0, 1, 41):
            arrives.move_to_share(float(share))
            upper, lower = (VGroup(*line) for line in lines)
            below = lower.get_top()[1] < upper.get_bottom()[1]
            assert below or upper.get_right()[0] < lower.get_left()[0], f"apart at {share:.2f} of the way"
        assert all(np.allclose(piece.points, points) for piece, points in zip(pieces, before, strict=True))
    finally:
        for piece, points in zip(pieces, before, strict=True):
            piece.points = points


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seen": "once"}, "seen and unseen must have as many words as each other; got 4 and 6"),
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
    assert [number.value for number in figure.vectors[0].numbers] == pytest.approx([0.9, -1.7, 0.2])
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


def test_an_elbow_goes_sideways_first() -> None:
    path = elbow(np.array([0.0, 2.0, 0.0]), np.array([3.0, -1.0, 0.0]))
    assert np.allclose(path.get_start(), [0, 2, 0])
    assert np.allclose(path.get_end(), [3, -1, 0])
    assert np.allclose(path.points[:4, 1], 2.0), "along at first"
    assert np.allclose(path.points[-4:, 0], 3.0), "then down"
    straight = elbow(np.array([0.0, 2.0, 0.0]), np.array([0.0, -1.0, 0.0]))
    assert np.allclose(straight.points[:, 0], 0.0)


def test_what_stands_in_a_lower_layer_is_not_drawn_again_over_what_stands_above_it() -> None:
    figure = default_run(CHOOSE).figure
    moving = figure.get_moving_mobjects(recolor(figure.fan.texts[0], figure.style.theme.ink))
    drawn = [member for mobject in moving for member in mobject.get_family() if len(member.points)]
    assert {member.z_index for member in drawn} >= {Layer.LABEL, Layer.LEDGER}
    assert min(member.z_index for member in drawn) == Layer.LABEL
