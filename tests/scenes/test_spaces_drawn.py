"""The surroundings of the spaces, guides, legend, rulers, ghosts and grids, are where the numbers put them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from scenes.motion.move import Carry
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord, WordPlane
from scenes.parts.text.typeset import Label, Paragraph
from scenes.stage import Region
from tests.scenes.harness import default_run, run
from tests.scenes.test_spaces import APPLY, THREE, UPDATE, VALUES, at, compute


def test_new_numbers_stand_at_the_axes() -> None:
    figure = run(APPLY).figure
    new = figure.numbers.transformed[figure.numbers.first]
    assert [number.value for number in figure.guides.numbers] == new.tolist()
    feet = torch.tensor([[float(new[0]), 0.0], [0.0, float(new[1])]])
    for segment, foot in zip(figure.guides.segments, feet, strict=True):
        assert np.allclose(segment[0], at(figure.plane, foot), atol=1e-5)
        assert np.allclose(segment[1], at(figure.plane, new), atol=1e-5)


def test_the_legend_shows_the_marks_of_the_pulls() -> None:
    figure = default_run(THREE).figure
    for place, (phrase, puller) in enumerate(zip(figure.phrases, ("banana", "phone"), strict=True)):
        ring = figure.color_of(puller).lower()
        for mark in (phrase.mark, *(panel.marks[place] for panel in figure.panels)):
            assert mark.get_stroke_color().to_hex().lower() == ring
    assert [panel.is_crowded for panel in figure.panels] == [False, True, False]


def test_rulers_begin_at_zero_in_one_scale() -> None:
    measures = [panel.measure for panel in default_run(THREE).figure.panels]
    assert len({round(measure.unit, 9) for measure in measures}) == 1
    for measure in measures:
        _, line, numbers = measure.ruler
        assert measure.bar.get_start()[0] == pytest.approx(line[0].get_start()[0])
        assert [number.shown for number in numbers] == ["0", "1", "2"]
        gap = numbers[1].get_x() - numbers[0].get_x()
        assert gap == pytest.approx(measure.unit, abs=1e-6)


def test_values_beside_the_vectors_own_sum() -> None:
    figure = default_run(VALUES).figure
    assert torch.allclose(figure.numbers.unmoved, compute(UPDATE).updated)
    assert np.allclose(figure.unmoved.segment[1][:2], at(figure.plane, figure.numbers.unmoved), atol=1e-5)


@pytest.mark.parametrize("name", [UPDATE, VALUES])
def test_negligible_words_go_dim(name: str) -> None:
    figure = default_run(name).figure
    for line, weight in zip(figure.lines, figure.numbers.weights, strict=True):
        opacity = line.symbol.submobjects[0].get_fill_opacity()
        assert (opacity == 1) == (float(weight) >= 0.05)


def test_a_squeezed_grid_fills_its_panel() -> None:
    crowded = default_run(THREE).figure.panels[1]
    left, bottom, right, top = crowded.plane.bounds
    ends = np.concatenate([line.points[[0, -1], :2] for line in crowded.space.grid if len(line.points)])
    for corner in ((left, bottom), (left, top), (right, bottom), (right, top)):
        assert np.linalg.norm(ends - corner, axis=1).min() < 0.7 * crowded.plane.unit


@pytest.mark.parametrize("frame", ["16:9", "1:1"])
def test_a_lens_shows_apart_what_is_too_near(frame: str) -> None:
    for panel in run(THREE, frame=frame).figure.panels:
        first, second = (mark.get_center() for mark in panel.marks)
        if float(np.linalg.norm(first - second)) > 2 * panel.marks[0].radius:
            assert panel.lens is None
            continue
        lens = panel.lens
        assert lens.note.text == f"{lens.times}×"
        assert lens.ring.width * lens.times == pytest.approx(lens.glass.width, rel=1e-6)
        assert np.allclose(lens.place(first) - lens.place(second), lens.times * (first - second), atol=1e-6)
        *_, one, other = panel.seen()
        assert np.allclose(one.get_center() - other.get_center(), lens.times * (first - second), atol=1e-6)
        left, bottom, right, top = panel.plane.bounds
        (x, y, _), radius = lens.at, lens.radius
        assert left < x - radius and x + radius < right and bottom < y - radius and y + radius < top
        for line in lens.sight_lines:
            way = line.get_end() - line.get_start()
            for end, centre in ((line.get_start(), lens.around), (line.get_end(), lens.at)):
                assert float(way @ (end - centre)) == pytest.approx(0.0, abs=1e-6)


def test_a_paragraph_has_as_few_lines_as_fit() -> None:
    words = "each row: where a unit vector goes"
    whole = Label(words).width
    assert [line.text for line in Paragraph(words, whole + 0.01).lines] == [words]
    lines = Paragraph(words, whole - 0.01).lines
    assert len(lines) == 2 and " ".join(line.text for line in lines) == words
    assert max(line.width for line in lines) < whole - 0.01
    assert lines[0].baseline > lines[1].baseline + 0.3
    assert [line.text for line in Paragraph("two words", 0.1).lines] == ["two", "words"]


def test_labels_that_change_sides_are_seen_at_both_ends_only() -> None:
    plane = WordPlane(Region(-3, 3, -3, 3), torch.tensor([[2.0, 2.0], [-2.0, -2.0]]), ())
    space, word = Space(plane), PlaneWord("pear", plane.place(torch.tensor([1.0, 0.0])), "#ffffff")
    space.put_words({"pear": word}, {"pear": torch.tensor([1.0, 0.0])})
    word.label.move_to(word.point + np.array([0.0, 0.5, 0.0]))
    move = Carry(space, 2 * torch.eye(2), [np.array([0.0, -0.5, 0.0])])
    move.begin()
    seen = {}
    for alpha in (0.0, 0.45, 1.0):
        move.interpolate_mobject(alpha)
        seen[alpha] = (word.text[0].get_fill_opacity(), float(word.label.get_y() - word.point[1]))
    assert seen[0.0] == (1.0, pytest.approx(0.5))
    assert seen[0.45][0] == 0.0
    assert seen[1.0] == (1.0, pytest.approx(-0.5))
