"""The figures of real models: arches that never cross, weights on one scale, sums that add up, a counted rest."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from manim import DL, DR, UL, UR

from scenes.model.arch import Arch, Strand, outline
from scenes.model.cut_strip import CutStrip, crumbs_in
from scenes.model.heads import Line, _by_word
from scenes.model.wall import FAINTEST, Pour
from scenes.model.word_fan import WordFan
from scenes.number_format import as_printed
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from tests.scenes.harness import built, framed_run, run

CURVES = 24
"""Points of an arch in the wall."""


def phrases(figure: Any) -> list[Any]:
    """Return all phrases that a figure of heads tells, alone and two at a time, each in its place."""
    lines, bands = figure.numbers.lines, figure._bands()
    pairs = zip(lines, (bands[0], bands[0], bands[1], bands[1]), strict=False)
    return [figure._tell_in(lines[0], figure.room), *(figure._tell_in(*pair, whole=False) for pair in pairs)]


@pytest.mark.parametrize("word", ["", "a", "i"])
@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_arches_begin_side_by_side_and_are_together_as_wide_as_one_whole(frame: str, word: str) -> None:
    figure = built("model-heads", {"word": word}, frame)
    for told in phrases(figure):
        arches = sorted(told.strands)
        assert sum(arch.width for arch in arches) == pytest.approx(figure.whole, abs=1e-5)
        for left, right in pairwise(arches):
            assert left.start + left.width / 2 == pytest.approx(right.start - right.width / 2)
        for arch, weight in zip(told.strands, figure.numbers.of(told.line, 0).tolist(), strict=True):
            assert arch.width == pytest.approx(figure.whole * weight)
        for place, arc in told.arcs.items():
            assert arc.width_of_band == max(0.02, told.strands[place].width)


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_a_longer_arch_goes_over_a_shorter_one(frame: str) -> None:
    figure, seen = built("model-heads", {}, frame), 0
    for told in phrases(figure):
        looks = told.line.looks
        for side in (range(looks), range(len(told.strands) - 1, looks, -1)):
            for outer, inner in pairwise(told.strands[place] for place in side):
                x = np.linspace(inner.start, inner.end, 101)
                below = height(outer, x, -outer.width / 2)
                over = np.minimum(height(inner, x, inner.width / 2), inner.up)
                assert np.all(over <= np.maximum(below, 0.15 * figure.whole) + 0.02)
                seen += 1
    assert seen == 30


def height(arch: Strand, x: np.ndarray, aside: float) -> np.ndarray:
    """Return how high an edge of an arch is over its feet, at places from left to right."""
    middle, radius = (arch.start + arch.end) / 2, max(abs(arch.end - arch.start) / 2 + aside, 1e-9)
    crown = arch.up if aside > 0 else arch.up - arch.width
    return crown * np.sqrt(np.clip(1 - ((x - middle) / radius) ** 2, 0.0, None))


def test_an_arch_grows_from_foot_to_foot() -> None:
    arch = Arch(Strand(3.0, -2.0, 0.5, 1.0, 0.2), 0.02, "#ffffff")
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


def test_an_arch_has_one_outline_in_the_wall_and_alone() -> None:
    strand = Strand(3.0, -2.0, 0.5, 1.0, 0.2)
    small, alone = outline(strand), Arch(strand, 0.02, "#ffffff").points
    for low, high in ((small.min(0), small.max(0)), (alone.min(0), alone.max(0))):
        assert (low[:2], high[:2]) == (pytest.approx([-2.1, 0.5]), pytest.approx([3.1, 1.5], abs=1e-3))


def test_a_words_own_loop_ends_beside_all_feet() -> None:
    for told in phrases(built("model-heads", {})):
        loop, width = told.strands[told.line.looks], float(told.words[told.line.looks].width)
        assert loop.end - loop.width / 2 > max(arch.start + arch.width / 2 for arch in told.strands)
        assert abs((loop.start + loop.end) / 2 - told.places[told.line.looks]) < width


def test_every_look_of_a_tenth_or_more_at_the_first_token_is_drawn_in_the_wall() -> None:
    figure = run("model-heads").figure
    numbers, line = figure.numbers, figure.numbers.lines[0]
    figure._rise([figure.weave])
    assert len(figure.weave.points) // CURVES == int((numbers.patterns[..., 0] >= FAINTEST).sum())
    others, found = figure._sought(0, numbers.patterns[:, :, line.looks], line)
    assert (len(others.points) + len(found.points)) // CURVES == 72  # however small


def test_arches_in_the_wall_are_as_wide_as_their_weights() -> None:
    figure = run("model-heads").figure
    numbers, wall, line = figure.numbers, figure.wall, figure.numbers.lines[0]
    place = line.tokens.index(numbers.target)
    for layer, head in np.ndindex(6, 12):
        row = numbers.patterns[layer, head, line.looks].tolist()
        small = wall.strands(layer, head, row, line.looks)
        whole = sum(strand.width for strand in small)
        assert [strand.width / whole for strand in small] == pytest.approx(row, abs=1e-6)
        near = wall.near(layer, head, row[place], line.looks, place)
        assert near.width == pytest.approx(0.27 * min(wall.pitches) * row[place])


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_pictures_in_the_wall_lie_beside_each_other(frame: str) -> None:
    figure = built("model-heads", {}, frame)
    wall = figure.wall
    assert wall.upright == (frame == "9:16")
    cells = [wall.cell(*place) for place in np.ndindex(wall.layers, wall.heads)]
    assert sum(cell.width * cell.height for cell in cells) == pytest.approx(wall.room.width * wall.room.height)
    for layer, head in np.ndindex(wall.layers, wall.heads):
        cell, (places, low) = wall.cell(layer, head), wall.words(layer, head)
        assert cell.left < min(places) < max(places) < cell.right
        arches = wall.strands(layer, head, figure.numbers.patterns[layer, head, 7].tolist(), 7)
        assert low + max(arch.up for arch in arches) < cell.top


def test_pictures_in_the_wall_have_the_words_where_the_large_one_has_them() -> None:
    figure = built("model-heads", {})
    (told,) = figure.told
    small, large = np.array(figure.wall.words(2, 3)[0]), np.array(told.places)
    assert np.diff(small) / np.diff(large) == pytest.approx(np.diff(small)[0] / np.diff(large)[0])


def test_the_numbers_above_the_wall_are_the_mean_on_the_first_token_and_the_largest_weights() -> None:
    figure = run("model-heads").figure
    numbers, line = figure.numbers, figure.numbers.lines[0]
    given = numbers.patterns[:, :, line.looks, line.tokens.index(numbers.target)], numbers.rows[:, :, 4]
    values = [number.value for number, _ in figure.heroes]
    assert values == pytest.approx([float(numbers.resting), *(float(each.max()) for each in given)])
    assert float(numbers.patterns[..., 0].mean()) == pytest.approx(float(numbers.resting))
    for chosen, each in zip(numbers.chosen, given, strict=True):
        assert float(each[chosen]) == float(each.max())
    for which, chosen in enumerate(numbers.chosen):
        assert figure._ring(which).get_center() == pytest.approx(figure.wall.cell(*chosen).centre)


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_a_bar_is_full_as_far_as_all_look_at_the_first_token(frame: str) -> None:
    figure = (framed_run("model-heads", frame) if frame != "16:9" else run("model-heads")).figure
    track, filled, zero, one = figure.bar
    share = float(figure.numbers.resting)
    assert filled.width == pytest.approx(share * track.width, abs=1e-6)
    assert filled.get_left()[0] == pytest.approx(track.get_left()[0])
    assert zero.get_right()[0] < track.get_left()[0] < track.get_right()[0] < one.get_left()[0]


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_both_heads_end_in_one_picture_with_both_words_in_one_place(frame: str) -> None:
    """Four arches, as wide as their weights: the first head's over two phrases, the other one's below them."""
    figure = built("model-heads", {}, frame)
    pairs, numbers = figure._pair(), figure.numbers
    assert [[number.shown for number in pair.numbers] for pair in pairs] == [["0.62", "0.07"], ["0.11", "0.76"]]
    for pair, word in zip(pairs, ("banana", "phone"), strict=True):
        assert [label.text for label in pair.words] == ["i", "ate", "a", word, "and", "an", "apple"]
        (over, under), feet = pair.arcs, (pair.words[3], pair.words[6])
        weights = [float(numbers.of(pair.line, which)[4]) for which in (0, 1)]
        assert over.width_of_band / under.width_of_band == pytest.approx(weights[0] / weights[1], rel=0.25)
        assert over.get_bottom()[1] > max(label.get_top()[1] for label in pair.words)
        assert under.get_top()[1] < min(label.get_bottom()[1] for label in pair.words)
        for arc, number in zip(pair.arcs, pair.numbers, strict=True):
            ends = [float(arc.get_left()[0]) + arc.width_of_band / 2, float(arc.get_right()[0]) - arc.width_of_band / 2]
            assert ends == pytest.approx([float(label.get_x()) for label in feet])
            assert number.width < arc.width - 2 * arc.width_of_band
            assert arc.get_bottom()[1] < number.get_bottom()[1] < number.get_top()[1] < arc.get_top()[1]
        names = [name for both in pair.names for name in both]
        assert all(not boxes_meet(name, other) for name in names for other in (*pair.words, *pair.arcs))


def boxes_meet(one: Any, other: Any) -> bool:
    """Return whether two mobjects' boxes overlap."""
    low = np.maximum(one.get_corner(DL), other.get_corner(DL))
    across, up = (np.minimum(one.get_corner(UR), other.get_corner(UR)) - low)[:2]
    return bool(across > 0.0 and up > 0.0)


def test_names_of_both_heads_have_a_column_where_the_arches_begin_at_once() -> None:
    figure = built("model-heads", {})
    plain = figure._fitting(figure.numbers.lines[0], figure._halves(0.0)[0].width)
    lines = tuple(replace(line, tokens=(line.tokens[0], line.tokens[4], *line.tokens[2:4], "ate", *line.tokens[5:]))
                  if place < 2 else line for place, line in enumerate(figure.numbers.lines))  # fmt: skip
    figure.numbers = replace(figure.numbers, lines=lines)
    first, _ = figure._pair()
    assert first.words[0].text == "banana"
    assert first.words[0].size < 0.9 * plain
    assert max(float(name.get_right()[0]) for both in first.names for name in both) < first.arcs[0].get_left()[0]


def test_the_next_heads_have_their_weights_inside_their_arches() -> None:
    figure = built("model-heads", {})
    numbers = figure.numbers
    for which, shown in ((0, ["0.50", "0.36"]), (1, ["0.55", "0.36"])):
        assert [number.shown for number in figure._next(which)] == shown
        for number, place in zip(figure.nexts, numbers.behind[which], strict=True):
            cell = figure.wall.cell(*place)
            assert cell.left < number.get_left()[0] < number.get_right()[0] < cell.right
            assert cell.bottom < number.get_bottom()[1] < number.get_top()[1] < cell.top
    line = numbers.lines[0]
    given = numbers.patterns[:, :, line.looks, line.tokens.index("banana")].flatten().sort(descending=True).values
    assert numbers.seconds[0].tolist() == pytest.approx(given[1:3].tolist())


def test_each_heads_share_pours_into_its_part_of_the_bar() -> None:
    """The parts are all as high as the bar, lie side by side, and are together as long as the mean."""
    figure = run("model-heads").figure
    numbers, (track, filled, *_) = figure.numbers, figure.bar
    shares = numbers.patterns[..., 0].mean(dim=-1)
    pour = Pour(figure.wall, shares, figure._box(track), "#ffffff")
    in_cells = np.ptp(pour.points.reshape(72, 16, 3)[..., 0], axis=1)
    places, _ = figure.wall.words(0, 0)
    assert sorted(in_cells) == pytest.approx(sorted((shares.flatten() * (places[-1] - places[0])).tolist()))
    pour.fall(1.0)
    parts = pour.points.reshape(72, 16, 3)
    lefts, rights = parts[..., 0].min(axis=1), parts[..., 0].max(axis=1)
    assert lefts[1:] == pytest.approx(rights[:-1])
    assert (lefts[0], rights[-1]) == pytest.approx((filled.get_left()[0], filled.get_right()[0]))
    assert (pour.get_bottom()[1], pour.get_top()[1]) == pytest.approx((track.get_bottom()[1], track.get_top()[1]))
    pour.fall(0.0)
    assert np.ptp(pour.points.reshape(72, 16, 3)[..., 0], axis=1) == pytest.approx(in_cells)


def test_bars_pour_row_by_row_from_the_lowest_on() -> None:
    figure = run("model-heads").figure
    pour = Pour(figure.wall, figure.numbers.patterns[..., 0].mean(dim=-1), figure._box(figure.bar[0]), "#ffffff")
    parts = pour.points.reshape(72, 16, 3)
    rows, columns = parts[:, 0, 1].reshape(6, 12), parts[:, 0, 0].reshape(6, 12)
    assert np.ptp(rows, axis=1) == pytest.approx(np.zeros(6))
    assert np.all(np.diff(rows[:, 0]) > 0) and np.all(np.diff(columns, axis=1) > 0)


def test_every_word_of_the_large_picture_looks_and_it_becomes_its_place_in_the_wall() -> None:
    figure = built("model-heads", {})
    figure.told = [figure._tell_in(figure.numbers.lines[0], figure.room)]
    (told,), (layer, head) = figure.told, figure.numbers.chosen[0]
    large, small = figure._every_word(told)
    given = figure.numbers.patterns[layer, head, :, 0]
    widths = [figure.whole * weight for weight in given.tolist() if weight >= FAINTEST]
    assert [arch.width_of_band for arch in large] == pytest.approx(widths)
    cell = figure.wall.cell(layer, head)
    for one, other in zip(large, small, strict=True):
        assert len(one.points) == len(other.points)
        assert other.points[:, 0].min() > cell.left and other.points[:, 0].max() < cell.right


@pytest.mark.parametrize("frame", ["16:9", "9:16"])
def test_weights_are_kept_beside_those_that_come_in_their_places(frame: str) -> None:
    figure = (framed_run("model-heads", frame) if frame != "16:9" else run("model-heads")).figure
    olds = [mark for mark in figure.before if isinstance(mark, Number)]
    news = [number for told in figure.told for number in told.numbers.values()]
    assert [[mark.shown for mark in each] for each in (olds, news)] == [["0.62", "0.20"], ["0.11", "0.71"]]
    for old, new in zip(olds, news, strict=True):
        assert old.get_right()[0] < new.get_left()[0]
        assert old.baseline == pytest.approx(new.baseline)
        assert old.size < new.size


def swapped(frame: str = "16:9", word: str = "") -> tuple[Any, list[Any]]:
    """Return a figure that tells its two phrases after the swap, and the two before."""
    figure = built("model-heads", {"word": word}, frame)
    first, second, third, fourth = figure.numbers.lines
    old, figure.told = figure._tell_both((first, third)), figure._tell_both((second, fourth))
    return figure, old


def test_all_arches_bend_to_what_the_head_gives_after_the_swap() -> None:
    figure, old = swapped()
    for before, after in zip(old, figure.told, strict=True):
        motion = figure._bend(before, after)
        for share in (0.0, 0.5, 1.0):
            motion.move_to_share(share)
            assert sum(arc.strand.width for arc in before.arcs.values()) == pytest.approx(figure.whole, abs=1e-5)
        for place, arc in before.arcs.items():
            assert arc.points == pytest.approx(after.arcs[place].points, abs=1e-5)
            assert arc.get_fill_color() == after.arcs[place].get_fill_color()


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_an_outline_is_as_wide_as_the_arch_was_that_is_narrower_now(frame: str) -> None:
    figure, old = swapped(frame)
    (outline_of_banana,) = figure._ghosts(old)
    place = figure._sought_place(old[0].line)
    was, now = old[0].strands[place], figure.told[0].strands[place]
    assert was.width > now.width
    left = float(outline_of_banana[0].get_left()[0])
    assert left == pytest.approx(min(now.start, now.end) - was.width / 2)


def test_an_arch_that_stays_about_as_wide_has_no_outline() -> None:
    figure, old = swapped(word="a")  # 0.76 and 0.87, 0.01 and 0.01
    assert figure._ghosts(old) == []


def test_a_weight_is_mostly_the_words_only_where_its_place_changes_it_less() -> None:
    numbers = run("model-heads").figure.numbers
    assert _by_word(numbers)  # 0.62 and 0.71 against 0.11 and 0.20: 0.51 by the word, 0.09 by the place
    seeking = numbers.seeking.clone()
    last = numbers.lines[3]
    seeking[last.first + last.tokens.index("banana")] = 1.2
    assert not _by_word(replace(numbers, seeking=seeking))


def test_only_the_arch_of_the_head_that_is_found_keeps_its_colour() -> None:
    figure = run("model-heads").figure
    theme = figure.style.theme
    assert figure.others.get_fill_color().to_hex().lower() == theme.axis.lower()
    assert figure.found.get_fill_color().to_hex().lower() == theme.fill(theme.families[1]).lower()
    assert len(figure.others.points) // CURVES == 71


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_the_numbers_below_each_phrase_add_up_to_one(frame: str) -> None:
    figure = built("model-heads", {}, frame)
    for line in figure.numbers.lines:
        told = figure._tell_in(line, figure.room)
        place = figure.numbers.lines.index(told.line)
        row, rest = figure.numbers.of(told.line, 0), told.aside[1]
        assert [number.value for number in told.numbers.values()] == pytest.approx(
            [float(row[at]) for at in told.numbers]
        )
        assert rest.value == pytest.approx(float(figure.numbers.rests[place]))
        numbers = [*told.numbers.values(), rest]
        assert sum(as_printed(number.value) for number in numbers) == pytest.approx(1.0, abs=1e-9)
        signs = [mark.text for mark in told.aside if isinstance(mark, Label)]
        assert signs.count("+") == len(numbers) - 1


@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_nothing_below_a_phrase_touches_what_stands_beside_it(frame: str) -> None:
    for told in phrases(built("model-heads", {}, frame)):
        texts = [*told.words, *told.numbers.values(), *told.aside]
        assert not any(boxes_meet(*pair) for pair in combinations(texts, 2))


@pytest.mark.parametrize("word", ["", "a", "i"])
@pytest.mark.parametrize("frame", ["16:9", "9:16", "1:1", "4:3"])
def test_words_that_change_places_meet_no_other_word_and_no_weight(frame: str, word: str) -> None:
    figure, old = swapped(frame, word)
    motions = figure._cross(old)
    kept = [weight for pair in zip(old, figure.told, strict=True) for weight in figure._kept(*pair)[:1]]
    words = [*(label for told in old for label in told.words), *kept]
    firsts = {label: label.get_center() for label in words}
    for motion in motions:
        motion.begin()
    for time in np.linspace(0.0, 1.0, 51):
        for motion in motions:
            motion.interpolate(float(time))
        for one, other in combinations(words, 2):
            assert not boxes_meet(one, other), (one, other, time)
    for told in figure.told:
        for goal in told.words:
            assert any(word.text == goal.text and np.allclose(word.get_center(), goal.get_center()) for word in words)
    moved = [label.text for label, start in firsts.items() if not np.allclose(label.get_center(), start)]
    assert sorted(moved) == sorted((figure.numbers.target, figure.numbers.control))


def test_words_are_swapped_only_where_all_else_is_the_same() -> None:
    numbers = run("model-heads").figure.numbers
    tokens = ("a pear x".split(), "a cup x".split(), "one cup x".split(), "one pear x".split())
    lines = tuple(Line(tuple(each), 3 * place, 2) for place, each in enumerate(tokens))
    assert numbers.swaps
    other = replace(numbers, target="pear", control="cup", lines=lines)
    assert other.swaps
    assert not replace(other, lines=lines[:3]).swaps
    assert not replace(other, lines=(*lines[:2], *lines[:1:-1])).swaps
    assert not replace(other, lines=(*lines[:3], replace(lines[3], tokens=("two", "pear", "x")))).swaps


def test_a_first_token_that_is_a_word_is_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = run("model-heads").figure
    assert figure._said_of_all() == "all"
    line = figure.numbers.lines[0]
    bare = replace(line, tokens=("we", *line.tokens[1:]))
    monkeypatch.setattr(figure, "numbers", replace(figure.numbers, lines=(bare, *figure.numbers.lines[1:])))
    assert figure._said_of_all() == "all-word"


def test_two_phrases_are_compared_and_no_words_are_swapped() -> None:
    beats = {beat.name: beat.caption for beat in run("model-heads", {"recording": "minilm-apple"}).figure.beats}
    assert list(beats) == ["one", "all", "most", "seek", "again", "both"]
    assert "its own word" not in beats["both"]
    assert beats["seek"] == "Here “banana” gets 0.62. In another phrase, “phone” gets only 0.20."


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (12, 12), (5, 30)])
def test_models_of_other_sizes_that_see_no_later_word_are_shown(layers: int, heads: int, tmp_path: Path) -> None:
    texts = "the quick mouse ran from my cat", "I clicked on the mouse button twice"
    file = recorded(tmp_path, [text.split() for text in texts], layers, heads)
    figure = run("model-heads", {"recording": str(file)}).figure
    assert (figure.wall.layers, figure.wall.heads) == (layers, heads)
    assert [beat.name for beat in figure.beats][:4] == ["one", "all", "most", "seek"]
    (told, other), numbers = figure.told, figure.numbers
    assert {told.line, other.line} == set(numbers.lines)
    for each in (told, other):  # a later word gets nothing
        assert all(arch.width == 0 for arch in each.strands[each.line.looks + 1 :])


def recorded(folder: Path, phrases: list[list[str]], layers: int, heads: int) -> Path:
    """Write a recording of a model by chance in which no word looks at a later one; return its file."""
    about = {"version": 1, "model": "chance", "kind": "gpt2", "digest": 64 * "0", "bits": "", "seeds": {},
             "context": "", "layers": layers, "heads": heads,
             "phrases": [{"text": " ".join(tokens), "tokens": tokens, "next": []} for tokens in phrases]}  # fmt: skip
    header: dict[str, Any] = {"__metadata__": {"recording": json.dumps(about)}}
    chance, data = np.random.default_rng(0), b""
    for place, tokens in enumerate(phrases):
        shape = (layers, heads, len(tokens), len(tokens))
        scores = np.exp(2 * chance.normal(size=shape)) * np.tri(len(tokens))
        content = (scores / scores.sum(-1, keepdims=True)).astype("<f4").tobytes()
        header[f"{place}.weights"] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data + content)]}
        data += content
    head = json.dumps(header).encode()
    file = folder / "chance.safetensors"
    file.write_bytes(struct.pack("<Q", len(head)) + head + data)
    return file


def test_the_rest_is_counted_not_cut() -> None:
    numbers = run("model-next-word").figure.numbers
    for answer in numbers.answers:
        assert len(answer.words) <= numbers.vocabulary - answer.others < numbers.vocabulary
        assert len(numbers.of(answer)) == len(answer.words) + 1
        assert len(answer.rest) == len(answer.unnamed)


def test_every_phrase_has_as_many_crumbs_and_cuts_slide_from_one_answer_to_another() -> None:
    figure = run("model-next-word").figure
    one, _, other = map(figure._cuts, figure.numbers.answers)
    strips = [CutStrip(cuts, (0.0, 10.0)) for cuts in (one, other)]
    assert len({len(strip.delays) for strip in strips}) == 1
    for share, end in ((0.0, one), (1.0, other)):
        there = one.towards(other, share)
        assert there.edges == pytest.approx(end.edges)
        assert there.crumbled == pytest.approx(end.crumbled)
        assert list(there.colors) == [color.lower() for color in end.colors]
        assert there.crumbs.corners == pytest.approx(end.crumbs.corners)
    between = one.towards(other, 0.25)
    assert between.edges == pytest.approx(0.75 * one.edges + 0.25 * other.edges)
    assert (np.diff(between.edges) >= 0).all() and (np.diff(between.dividers) >= 0).all()


def test_the_last_strip_is_left_behind_at_every_answer_from_the_least_sure_one_on() -> None:
    figure = run("model-next-word").figure
    ranked = sorted(figure.numbers.answers, key=lambda answer: float(figure.numbers.of(answer)[0]))
    seen = {mark for each in figure.mobjects for mark in each.get_family() if isinstance(mark, CutStrip)}
    strips = sorted(seen, key=lambda strip: -strip.y)
    assert [strip.cuts.edges.tolist() for strip in strips] == [
        pytest.approx(figure._cuts(answer).edges.tolist()) for answer in ranked
    ]
    assert not any(strip.drops.any() or strip.rain.any() for strip in strips)


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
    for slenderness in (0.01, 0.5, 1.2, 8.0, 300.0):
        crumbs = crumbs_in(slenderness)
        assert len(crumbs.corners) == len(crumbs.delays) == 264
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
