"""The figures of embeddings draw what they compute, and lie upon each other."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from manim import VGroup

from scenes import load_figure
from scenes.article.embeddings.placed import times_met
from scenes.parts.plane.labels import gap, overlap
from scenes.parts.plane.word_plane import box_of
from scenes.worlds import load_world
from tests.scenes.harness import default_run, framed_run, run

CHANCE, MEANING = "attention-random-embedding", "attention-meaningful-embedding"
OTHERS = [{}, {"words": ["orange", "tablet", "pear"]}]


def on_stage(figure, row: torch.Tensor) -> np.ndarray:
    """Where a vector lies, from the painted axes and the ticks: an independent way from ``plane.place``."""
    across, up = figure.ground.axes
    zero = np.array([up.get_start()[0], across.get_start()[1]])
    tick, number = figure.plane.ticks[0], figure.plane.numbers[0][1]
    return zero + (tick.get_center()[0] - zero[0]) / number.value * row.numpy()


@pytest.mark.parametrize("given", OTHERS)
@pytest.mark.parametrize("name", [CHANCE, MEANING])
def test_words_rulers_and_bars_are_where_and_as_long_as_computed(name: str, given: dict) -> None:
    figure = run(name, given, load_world("article") if given else None).figure
    numbers, unit = figure.numbers, figure.view.unit
    places = [on_stage(figure, row) for row in numbers.vectors]
    for word, place in zip(numbers.words, places, strict=True):
        assert np.allclose(figure.words[word].mark.get_center()[:2], place, atol=0.01)
    for ruler, other in zip(figure.rulers, (0, 2), strict=True):
        away = np.linalg.norm(places[1] - places[other])
        (x, y), (end_x, end_y) = ruler.segment
        assert np.hypot(end_x - x, end_y - y) == pytest.approx(away, abs=1e-5)
        assert ruler.number.value == pytest.approx(away / unit, abs=1e-5)
    assert len({(ruler.line[0].get_stroke_width(), ruler.color_by_role) for ruler in figure.rulers}) == 1
    record = figure.record
    assert (record is None) == (name == CHANCE), "the thrower stands there"
    if record is None:
        return
    for bar, number in zip((*record.bars, *record.old_bars), (*record.numbers, *record.old_numbers), strict=True):
        assert bar.width == pytest.approx(number.value * record.unit, abs=2e-3)


@pytest.mark.parametrize("given", OTHERS)
def test_legs_lead_from_each_word_to_its_numbers_on_both_axes(given: dict) -> None:
    figure = run(CHANCE, given, load_world("article") if given else None).figure
    legs = iter(figure.legs)
    for row in figure.numbers.vectors:
        for foot in (row * torch.tensor([1.0, 0.0]), row * torch.tensor([0.0, 1.0])):
            leg = next(legs)
            assert np.allclose(leg.get_start()[:2], on_stage(figure, row), atol=0.01)
            # The last dash may end before the foot, by less than a dash and its gap.
            assert np.linalg.norm(leg.get_end()[:2] - on_stage(figure, foot)) < 0.19
    assert next(legs, None) is None


def test_the_numbers_by_chance_are_printed_as_they_are() -> None:
    printed = [[number.shown for number in text[1].numbers] for text in default_run(CHANCE).figure.coordinates]
    assert printed == [["0.3", "0.2"], ["1.4", "1.0"], ["0.8", "1.6"]]


@pytest.mark.parametrize("name", [CHANCE, MEANING])
def test_names_and_numbers_stand_together_and_what_is_concluded_above_its_distance(name: str) -> None:
    figure = default_run(name).figure
    for token, numbers in zip(figure.words.values(), figure.coordinates, strict=True):
        assert gap(box_of(token.label), box_of(numbers)) < 0.25
        assert gap(box_of(token.mark), box_of(VGroup(token.label, numbers))) < 0.5
    for text, words in zip(figure.record.concluded, figure.record.heads, strict=True) if figure.record else ():
        assert gap(box_of(text), box_of(words)) < 0.5
    for ruler in figure.rulers:
        (x, y), (end_x, end_y) = ruler.segment
        spots = [(x + share * (end_x - x), y + share * (end_y - y)) for share in np.linspace(0, 1, 21)]
        gaps = [gap(ruler.number_box, (*spot, *spot)) for spot in spots]
        assert 0 < min(gaps) < 0.3


@pytest.mark.parametrize(("name", "frame"), [(CHANCE, "9:16"), (MEANING, "16:9")])
def test_words_in_the_record_stand_as_far_apart_as_on_the_plane(name: str, frame: str) -> None:
    figure = framed_run(name, frame).figure
    record = figure.record
    assert record.at_ends
    for words, number in zip(record.heads, record.numbers, strict=True):
        apart = words[1].get_center() - words[0].get_center()
        assert np.allclose(apart, [number.value * record.unit, 0, 0], atol=1e-6)


@pytest.mark.parametrize("name", [CHANCE, MEANING])
def test_no_distance_strikes_a_stem(name: str) -> None:
    figure = default_run(name).figure
    assert figure.flipped == {"banana"}
    for ruler, other in zip(figure.rulers, (0, 2), strict=True):
        for index, way in ((1, (ruler.start, ruler.end)), (other, (ruler.end, ruler.start))):
            assert all(times_met(piece, *way) < 2 for piece in figure.marks[index].mark.skin)


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_words_fly_from_one_hand_to_their_places_clear_of_texts_and_of_each_other(frame: str) -> None:
    figure = framed_run(CHANCE, frame).figure
    texts = [*figure.coordinates, *(token.label for token in figure.words.values()), *figure.plane.names]
    boxes = [box_of(text) for text in texts] + [ruler.number_box for ruler in figure.rulers]
    assert not any(overlap(box_of(figure.thrower), box) for box in (*boxes, *map(box_of, figure.verdicts)))
    for index, (way, token) in enumerate(zip(figure.ways, figure.marks, strict=True)):
        assert np.allclose(way[0], figure.thrower.hand) and np.allclose(way[-1], token.at)
        others = [box_of(mark.mark) for place, mark in enumerate(figure.marks) if place != index]
        dots = figure.traces[len(figure.traces) - 3 + index]
        assert len(dots) > 4
        assert not any(overlap(box_of(dot), box) for dot in dots for box in (*boxes, *others))


def test_the_nearer_distance_is_concluded_first() -> None:
    figure = default_run(CHANCE).figure
    rows = [([icon.word for icon in pair], text.text) for pair, text in figure.verdicts]
    assert rows == [(["phone", "pear"], "near, yet unlike"), (["banana", "pear"], "far, yet alike")]
    assert figure.numbers.distances[1, 2] < figure.numbers.distances[1, 0]


@pytest.mark.parametrize("given", OTHERS)
def test_words_come_from_where_chance_has_put_them(given: dict) -> None:
    world = load_world("article") if given else None
    chance, meaning = run(CHANCE, given, world).figure, run(MEANING, given, world).figure
    assert torch.equal(meaning.numbers.old, chance.numbers.vectors)
    for word, ghost, way in zip(chance.numbers.words, meaning.ghosts, meaning.ways, strict=True):
        before, after = chance.words[word].at[:2], meaning.words[word].at[:2]
        assert np.allclose(way, [before, after], atol=1e-6)
        assert np.allclose(ghost.get_center()[:2], before, atol=0.02)


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_both_lie_upon_each_other(frame: str) -> None:
    """Flicking from one to the other moves nothing but words and rulers, and renames the axes."""
    chance, meaning = framed_run(CHANCE, frame).figure, framed_run(MEANING, frame).figure
    assert chance.view == meaning.view
    for one, other in zip(chance.plane.ticks, meaning.plane.ticks, strict=True):
        assert np.allclose(one.get_center(), other.get_center())
    assert [number[1].shown for number in chance.plane.numbers] == [n[1].shown for n in meaning.plane.numbers]
    assert (chance.record is None) == (frame in ("16:9", "4:3"))
    if chance.record is None:
        return
    for one, other in zip(chance.record.bars, meaning.record.bars, strict=True):
        assert np.allclose(one.get_corner([-1, 1, 0]), other.get_corner([-1, 1, 0]), atol=1e-6)
    assert chance.record.unit == pytest.approx(meaning.record.unit)


def test_the_articles_random_numbers() -> None:
    figure = default_run(CHANCE).figure
    assert figure.numbers.vectors.tolist() == [pytest.approx(row) for row in ([0.3, 0.2], [1.4, 1.0], [0.8, 1.6])]


@pytest.mark.parametrize(("changes", "own"), [({}, True), ({"vectors": {"pear": [90.0, 20.0]}}, False)])
def test_chance_of_another_scale_is_drawn_anew(changes: dict, own: bool) -> None:
    """The article's numbers by chance are kept where they are as large as the world's."""
    figure = load_figure(MEANING)
    numbers = figure.compute(figure.Parameters(), load_world("article", changes))
    assert torch.equal(numbers.old, default_run(CHANCE).figure.numbers.vectors) == own
    assert float(numbers.old.abs().max()) > 0.05 * float(numbers.vectors.abs().max())


@pytest.mark.parametrize("frame", ["16:9", "4:3", "1:1", "9:16"])
def test_a_pencil_gets_each_distance_by_chance_from_the_printed_places(frame: str) -> None:
    """Both legs, from the numbers beside the words; the sum of their squares is the square of the distance."""
    figure = framed_run(CHANCE, frame).figure
    places = [[float(number.shown) for number in text[1].numbers] for text in figure.coordinates]
    legs = [[abs(one - another) for one, another in zip(places[1], places[other], strict=True)] for other in (2, 0)]
    assert legs == [pytest.approx([0.6, 0.6]), pytest.approx([1.1, 0.8])]
    for (across, up), ruler in zip(legs, reversed(figure.rulers), strict=True):
        assert f"{(across**2 + up**2) ** 0.5:.2f}" == ruler.number.shown


def test_axes_and_words_of_a_family_have_one_colour() -> None:
    figure = default_run(MEANING).figure
    colors = [name[1].get_fill_color().to_hex().lower() for name in figure.plane.names]
    assert colors == list(figure.style.theme.families[:2])
