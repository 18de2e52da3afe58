"""A word between two clusters (the start of the article's section "Words Pulling Words", figure 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
import torch
from manim import LEFT, RIGHT, UP, ArcBetweenPoints, Dot, Ellipse, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import GENERIC_APPLE_EMBEDDING_CLAIMS
from scenes.article.pulling.halves import Halves
from scenes.article.pulling.means import MeansTable
from scenes.errors import UserError, shown
from scenes.layout import shrink
from scenes.parameters import LandmarkParameters, Phrase, Word, phrase_words, require_plane, require_word
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, place_rulers
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Coordinates, format_number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import capital
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_EVEN = 0.1
"""The share of the longer of two distances by which they may differ and still count as equal."""

_EDGE = 0.06
"""Scene units from the edge of the room for words to a phrase's letters."""

_ROOM = 0.12
"""Scene units kept free around the names and numbers of axes."""

_TIE, _SPOKE, _FOOT = 0.32, 2.0, 0.6
"""Scene units kept free between a family's icons and its phrase; stroke units of thin lines; units of a foot line."""

_AROUND = 1.6
"""Scene units from a middle to the places around it that are tried for its name."""

_A_LINE, _NEAR, _UPRIGHT, _OUTSIDE = 0.5, 4.5, 2.0, 30.0
"""Scene units: what a line of a phrase costs; from the word to a phrase, lines included, so that no smaller type is
tried; what it costs a phrase to stand above or below the word, and not to lie on its family's side."""

_RIM, _REACH, _CURVE, _LEAST_TIE, _WITHIN = 0.18, 0.62, 2.8, 0.35, 0.6
"""Scene units by which the word's rim goes beyond its mark; its reach, in heights of the mark; of the curve from there
to a phrase its width, stroke units, its least length, scene units, and the share of the way to the rim at its end."""

_BENDS, _BESIDE = (0.5, -0.5, 0.0, 0.9, -0.9), 0.85
"""The bends of such a curve that are tried, radians; scene units from the rim to a phrase, where there is room."""

_APPLE, _APPLE_BETWEEN, _MEMBER = 1.7, 1.15, 0.56
"""Scene units: the height of the icon of the word between the families, in frames of other shapes, of the others."""

_AFTER, _APART = 0.1, 0.15
"""Scene units: from the end of the dashed line to its name, and from there to other texts."""

_BETWEEN_LINES, _NEAR_BY = 0.12, 0.6
"""Scene units from a name to its numbers, and from a word to both."""

_UNLIKE = 1.5
"""The cost of each line that a phrase has more, or less, than the other."""

_OF_WAY = 0.35
"""Scene units above and below a distance that are free of phrases."""

_LINE, _SIDEWAYS, _EASE, _SHIFTS = 4.0, 1.6, 0.08, tuple(sign * 0.04 * step for step in range(24) for sign in (1, -1))
"""Stroke units of a distance; scene units at the sides of an axis's number in which a line of a phrase would be read on
with it, where they share more than a little of their height; those by which a phrase moves to be clear of that."""

_STRIP, _LEAST_COLUMN, _BETWEEN_TABLES, _END, _HUB = 1.32, 0.7, 0.7, 0.045, 0.09
"""Scene units: the height of the strip under the plane in which the middles are worked out; the least width of one of
its columns; from one family's to the other's; the radii of the dots at a word and at the
middle of which it is a part."""

_SHADE, _RINGS, _EACH = 0.75, 9, 0.14
"""Scene units by which the ground around the name of the word between the families is wider than that; the rings of
which it is made; the opacity of each."""

_LINES = (1, 2, 3, 4)
"""Lines that are tried for a phrase."""


class BetweenClusters(LandmarkParameters):
    """The parameters of the figure: the word between two families, and two phrases with that word."""

    word: Word = Field("apple", description="The word of two meanings.")
    first_phrase: Phrase = Field("fruit", description="A phrase with the first meaning: its name, or written out.")
    second_phrase: Phrase = Field("tech", description="A phrase with the second meaning: its name, or written out.")


@dataclass(frozen=True)
class Clusters:
    """The numbers of the figure of the two clusters."""

    word: tuple[str, ...]
    words: tuple[str, ...]
    axes: tuple[str, ...]
    families: tuple[str, ...]
    vector: Tensor = quantity("The word's vector.", rows="word", columns="axes")
    vectors: Tensor = quantity("The vectors of both families.", rows="words", columns="axes")
    distances: Tensor = quantity("How far the word is from each of them.", rows="words")
    nearest: Tensor = quantity("How far it is from the nearest of each family.", rows="families")
    middles: Tensor = quantity("The middle of each family: the mean of its vectors.", rows="families", columns="axes")
    to_middles: Tensor = quantity("How far the word is from the middle of each family.", rows="families")


class GenericAppleEmbedding(PlaneFigure):
    """attention-generic-apple-embedding: a word of two meanings has one place, between the two clusters."""

    name = "attention-generic-apple-embedding"
    claims = GENERIC_APPLE_EMBEDDING_CLAIMS
    Parameters = BetweenClusters
    with_record = False
    stops_at_record = True
    parameters: BetweenClusters
    numbers: Clusters

    @classmethod
    def compute(cls, parameters: BetweenClusters, world: World) -> Clusters:
        """Return the vectors of two families and of the word between them, and its distances."""
        require_plane(world)
        if len(world.families) < 2:
            raise UserError(f"this figure needs two families of words; the world has {len(world.families)}")
        for name in ("first_phrase", "second_phrase"):
            require_word(world, parameters.word, phrase_words(world, getattr(parameters, name), name), "word")
        families = tuple(world.families)[:2]
        words = tuple(word for family in families for word in world.families[family] if word != parameters.word)
        if any(set(world.families[family]) <= {parameters.word} for family in families):
            raise UserError(f"both families need a word besides {shown(parameters.word)}")
        embedding = world.embedding()
        vector, vectors = embedding.rows([parameters.word]), embedding.rows(words)
        away = torch.linalg.vector_norm(vectors - vector, dim=-1)
        member = torch.tensor([[word in world.families[family] for word in words] for family in families])
        nearest = torch.where(member, away, torch.inf).amin(dim=-1)
        middles = torch.stack([vectors[chosen].mean(dim=0) for chosen in member])
        to_middles = torch.linalg.vector_norm(middles - vector, dim=-1)
        return Clusters(
            (parameters.word,), words, world.axes, families, vector, vectors, away, nearest, middles, to_middles
        )

    @classmethod
    def alternative_values(cls, numbers: Clusters) -> Mapping[str, object]:
        """Return the word's vector, and its distance from the middle of each family."""
        return {
            "word": numbers.word[0],
            "first": numbers.families[0],
            "second": numbers.families[1],
            "at": format_vector(numbers.vector[0]),
            "to_first": format_number(float(numbers.to_middles[0])),
            "to_second": format_number(float(numbers.to_middles[1])),
        }

    def build(self) -> None:
        """Draw both families, the word between them with a rim of both colours, and each phrase beside its family."""
        numbers, style = self.numbers, self.style
        self.word = numbers.word[0]
        rows = dict(zip(numbers.words, numbers.vectors, strict=True)) | {self.word: numbers.vector[0]}
        self.height = _APPLE if self.stage.is_wide or self.stage.is_portrait else _APPLE_BETWEEN
        heights = dict.fromkeys(numbers.words, _MEMBER) | {self.word: self.height}
        self.at = self.plane.place(numbers.vector[0])
        self.middles = [self.plane.place(row) for row in numbers.middles]
        marks = [box_of(self.token(word, row, height=heights[word], large=True).mark) for word, row in rows.items()]
        marks[-1] = around = self._with_rim(marks[-1])
        size = style.sizes.hero if self.stage.is_wide else style.sizes.formula
        self.rulers = [self._ruler(family, size) for family in (0, 1)]
        free = _EDGE if self.stage.is_wide else 0.0
        apart = [(left - free, low - free, right + free, top + free) for left, low, right, top in marks[:-1]]
        self._lay_rulers([*apart, around, self._room_of_name(around)])
        lines = [*(ruler.segment for ruler in self.rulers), *self.plane.axis_segments()]
        boxes = [*(ruler.number_box for ruler in self.rulers), *self._axis_texts(), around]
        subject = self.token(self.word, numbers.vector[0], height=self.height, large=True)
        lines += Halves(subject, self.middles, self._family_colors(), style=style).segments
        self.spokes = self._spokes(rows)
        lines += [ends for spokes in self.spokes for ends in spokes.ends]
        self.words = self._named(rows, heights, lines, boxes)
        self.coordinates = self._with_numbers(lines, boxes)
        self.shade = self._shade()
        self.halves = Halves(self.words[self.word], self.middles, self._family_colors(), style=style)
        boxes += [box_of(piece) for token in self.words.values() for piece in token.submobjects if len(piece)]
        boxes += [box_of(text) for text in self.coordinates]
        self.of_line = self._name_of_line(lines, boxes)
        boxes += [box_of(each) for each in self.of_line]
        self.strip = self._strip(boxes)
        boxes += [box_of(each) for each in self.strip]
        self.middle_names: list[tuple[VGroup, Spokes]] = []
        # Where middles are worked out, the dots there say which ones on the plane they are.
        for family in () if len(self.strip) else (0, 1):
            self.middle_names.append(self._middle_name(family, lines, boxes))
            boxes.append(box_of(self.middle_names[-1][0]))
        lines += [ends for _, tie in self.middle_names for ends in tie.ends]
        self.phrases = self._place_phrases(lines, boxes)
        self.ties = self._ties(boxes)
        # Beside a number, a piece of the grid would look like a minus sign.
        texts = [*(name for name, _ in self.middle_names), *self.strip]
        self.ground.gaps = (*self.ground.gaps, *map(box_of, texts))
        self.ground.paint(self.camera)  # type: ignore[arg-type]
        for name, color in zip(self.plane.names, self.axis_colors(), strict=True):
            name[1].set_color(color)
        self.header = self.header_phrase([self.says("which", word=self.word)])

    def _ruler(self, family: int, size: float) -> Ruler:
        """Return the distance from the word to the middle of a family."""
        away = self.numbers.to_middles[family]
        ruler = Ruler(self.at, self.middles[family], away, size=size, lit=True, style=self.style)
        # Over the word's light, which would grey it, and its family's icons, and under the word.
        laid(ruler.line[0], Layer.ICON).set_stroke(width=_LINE)
        return ruler

    def _with_rim(self, mark: Box) -> Box:
        """Return the box of the word's mark with the rim around it."""
        return (mark[0] - _RIM, mark[1] - _RIM, mark[2] + _RIM, mark[3] + _RIM)

    def _room_of_name(self, mark: Box) -> Box:
        """Return the room below the word for its name and its numbers."""
        name = Label(self.word, size=self.style.sizes.number, style=self.style)
        numbers = Coordinates(self.numbers.vector[0], size=self.style.sizes.tick, brief=True, style=self.style)
        half = max(float(name.width), float(numbers.width)) / 2
        height = float(name.height + numbers.height) + _BETWEEN_LINES
        return (float(self.at[0]) - half, mark[1] - height, float(self.at[0]) + half, mark[1])

    def _with_numbers(self, lines: Sequence[Segment], boxes: Sequence[Box]) -> VGroup:
        """Put the name of the word between the families and its numbers below it; nothing where there is no room."""
        token, style = self.words[self.word], self.style
        assert token.name_text is not None
        text = Coordinates(
            self.numbers.vector[0], size=style.sizes.tick, color=token.color_by_role, brief=True, style=style
        )
        taken = [*boxes, *(box_of(each.mark) for each in self.words.values())]
        taken += [box_of(each.label) for each in self.words.values() if each is not token and len(each.label)]
        high = float(token.name_text.height)
        size = (max(float(token.name_text.width), float(text.width)), high + _BETWEEN_LINES + float(text.height))
        below = float(self.at[1]) - token.reach()[1] - _RIM - size[1] / 2
        x, y = free_place(size, self._bounds(), (float(self.at[0]), below), lines=lines, boxes=taken)
        box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
        mark = box_of(token.mark)
        if gap(box, mark) > _NEAR_BY or any(overlap(box, other) for other in taken):
            return VGroup()
        if any(inside_length(line, box) for line in lines):
            return VGroup()
        token.put(self.at, (x - float(self.at[0]), box[3] - high / 2 - float(self.at[1])))
        return VGroup(labelled(text.move_to(point(x, box[1] + float(text.height) / 2)), style))

    def _shade(self) -> VGroup:
        """Return the soft ground around the word's name and numbers, which parts them from the light beneath."""
        texts = VGroup(self.words[self.word].label, *self.coordinates)
        if not self.style.theme.filled or not len(self.coordinates):
            return VGroup()
        size = np.array([float(texts.width), float(texts.height)]) + _SHADE
        rings = [Ellipse(*(size * (1 - share)), stroke_width=0) for share in np.linspace(0.0, 0.6, _RINGS)]
        for ring in rings:
            ring.move_to(texts).set_fill(self.style.theme.background, _EACH)
        return laid(VGroup(*rings), Layer.GLOW)

    def _spokes(self, rows: Mapping[str, Tensor]) -> list[Spokes]:
        """Return thin lines from each family's words to their middle, which meet there."""
        return [
            Spokes(
                self.middles[family],
                [self.plane.place(rows[word]) for word in self._members(family)],
                self.style.theme.ink,
                dots=(_END, _HUB),
                style=self.style,
            )
            for family in (0, 1)
        ]

    def _strip(self, boxes: Sequence[Box]) -> VGroup:
        """Return both middles worked out under the plane: words over their numbers, then the means; nothing elsewhere.

        It is for wide frames in which it meets nothing, and for words with icons.
        """
        safe, view, style = self.stage.safe, self.view, self.style
        bottom = view.foot + _FOOT * view.foot_lines
        region = Region(view.origin[0] + _ROOM, safe.right, bottom, bottom + _STRIP)
        members = [self._members(family) for family in (0, 1)]
        columns = sum(map(len, members)) + 2
        whole = (safe.left, region.bottom, safe.right, region.top)
        if not self.stage.is_wide or any(overlap(whole, box) for box in boxes):
            return VGroup()
        if region.width < columns * _LEAST_COLUMN or not all(has_icon(word, style) for word in self.numbers.words):
            return VGroup()
        colors, order = self.axis_colors(), self._downwards()
        halves = region.columns(*(len(members[family]) + 1 for family in order), gap=_BETWEEN_TABLES)
        strip = VGroup()
        for family, half in zip(order, halves, strict=True):
            rows = torch.stack([self.numbers.vectors[self.numbers.words.index(word)] for word in members[family]])
            middle = self.numbers.middles[family]
            color, name = self._family_colors()[family], self.says("middle")
            strip.add(MeansTable(members[family], rows, middle, color, colors, name, half, style=style))
        _, *lines = region.rows(*MeansTable.ROWS)
        for axis, color, line in zip(self.numbers.axes, colors, lines, strict=True):
            label = Label(axis, size=style.sizes.tick, color=color, style=style)
            shrink(label, min(1.0, (view.origin[0] - _ROOM - safe.left) / float(label.width)))
            strip.add(label.move_to(point(view.origin[0] - _ROOM - float(label.width) / 2, float(line.centre[1]))))
        return laid(strip, Layer.LABEL)

    def _middle_name(self, family: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> tuple[VGroup, Spokes]:
        """Return the name of a family's middle with its numbers, where they have room, and a thin line to it."""
        theme, size, middle = self.style.theme, self.style.sizes.tick, self.middles[family]
        for numbered in (True, False):
            name = Label(self.says("middle"), size=size, color=theme.ink, style=self.style)
            label = VGroup(name)
            if numbered:
                numbers = Coordinates(self.numbers.middles[family], size=size, color=theme.ink, style=self.style)
                label.add(numbers.move_to(point(0.0, -float(name.height + numbers.height) / 2 - _BETWEEN_LINES)))
            self._put_beside_middle(label, family, lines, boxes)
            box = box_of(label)
            if not any(overlap(box, each) for each in boxes) and not any(inside_length(line, box) for line in lines):
                break
        for line in label:
            line.align_to(label, RIGHT if label.get_x() < middle[0] else LEFT)
        marks = [box_of(self.words[word].mark) for word in self._members(family)]
        tie = Spokes(middle, [_nearest_of(label, middle, marks)], theme.axis)
        return VGroup(*(labelled(line, self.style) for line in label)), tie

    def _put_beside_middle(self, label: VMobject, family: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> None:
        """Put a text at the free place nearest to a middle."""
        bounds, middle = self._bounds(), self.middles[family]
        shrink(label, min(1.0, (bounds[2] - bounds[0]) / float(label.width)))
        extent = (float(label.width), float(label.height))

        def covered(place: tuple[float, float]) -> float:
            box = box_of(label.move_to(point(*place)))
            tie = (flat(_nearest(box, middle)), flat(middle))
            on_texts = sum(20 * overlap(box, other) + 3 * inside_length(tie, other) for other in boxes)
            return on_texts + sum(3 * inside_length(line, box) for line in lines)

        def cost(place: tuple[float, float]) -> float:
            return covered(place) + gap(box_of(label.move_to(point(*place))), (*flat(middle), *flat(middle)))

        around = [flat(middle + _AROUND * point(cos(turn * pi / 4), sin(turn * pi / 4))) for turn in range(8)]
        places = [free_place(extent, bounds, near, lines=lines, boxes=boxes) for near in (flat(middle), *around)]
        label.move_to(point(*min(places, key=cost)))

    def _border(self) -> Segment:
        """Return the line of equal distance across the whole frame."""
        (x, y), (end_x, end_y) = self.halves.segments[0]
        way = np.array([end_x - x, end_y - y])
        far = (self.stage.width + self.stage.height) * way / np.linalg.norm(way)
        return (x - float(far[0]), y - float(far[1])), (x + float(far[0]), y + float(far[1]))

    def _near_word(self, family: int, extent: tuple[float, float]) -> list[tuple[float, float]]:
        """Return where a phrase is best: beside the word between the families, across or up, on its family's side."""
        x, y = flat(self.at)
        across, up = (float(part) for part in np.sign(self.middles[family] - self.at)[:2])
        reach = self.height * _REACH + _BESIDE
        beside = reach + extent[0] / 2
        if self.stage.is_wide:  # in the middle of the room that the frame has there
            left, _, right, _ = self._bounds()
            beside = max(beside, (self.height * _REACH + ((right - x) if across > 0 else (x - left))) / 2)
        return [(x + across * beside, y), (x, y + up * (reach + extent[1] / 2))]

    def _is_beyond(self, box: Box, family: int) -> bool:
        """Return whether a box lies wholly on a family's side of the line of equal distance."""
        if inside_length(self._border(), box) > 0:
            return False
        toward = (self.middles[family] - self.middles[1 - family])[:2]
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        return float((middle - np.array(self.halves.segments[0][0])) @ toward) > 0

    def _ties(self, boxes: Sequence[Box]) -> VGroup:
        """Return a thin curve from each phrase to its half of the word; none where it would cross something."""
        ties = VGroup()
        mark = box_of(self.words[self.word].mark)
        rim = self._with_rim(mark)
        halves = [half + _RIM for half in self.words[self.word].reach()]
        others = [box for box in boxes if overlap(box, mark) < 0.5 * (mark[2] - mark[0]) * (mark[3] - mark[1])]
        drawn = [*(ruler.segment for ruler in self.rulers), *self.halves.segments]
        for family, phrase in zip(self._downwards(), self.phrases, strict=True):
            left, low, right, top = box_of(phrase)
            begin = _nearest((left, low, right, top), self.at)
            if begin[0] != self.at[0] and low < self.at[1] + self.height and top > self.at[1] - self.height:
                begin[1] = (low + top) / 2  # beside the word: from the middle of its side
            away = begin - self.at
            length = float(np.linalg.norm(away))
            # The way leaves the box of the rim where it first meets one of its sides.
            out = min(half / max(abs(float(part)), 1e-9) for half, part in zip(halves, away[:2], strict=True))
            if (1 - out) * length < 1.5 * _APART + _LEAST_TIE:
                continue
            for bend in _BENDS:
                # It ends beneath the word, whose rim may lie anywhere within its box.
                curve = ArcBetweenPoints(begin - away * _APART / length, self.at + _WITHIN * out * away, angle=-bend)
                spots = [flat(curve.point_from_proportion(share)) for share in np.linspace(0.0, 1.0, 24)]
                spots = [(x, y) for x, y in spots if not (rim[0] < x < rim[2] and rim[1] < y < rim[3])]
                around = [(x - _APART / 2, y - _APART / 2, x + _APART / 2, y + _APART / 2) for x, y in spots]
                met = any(overlap(one, other) for one in around for other in others)
                if not met and not any(inside_length(line, one) for line in drawn for one in around):
                    ties.add(curve.set_stroke(self._family_colors()[family], _CURVE))
                    break
        return laid(ties, Layer.SHADOW)

    def _name_of_line(self, lines: Sequence[Segment], boxes: Sequence[Box]) -> VGroup:
        """Return what the dashed line is at one of its ends; nothing where there is no room."""
        text = Label(
            self.says("equally-far"), size=self.style.sizes.number, color=self.style.theme.ink, style=self.style
        )
        size = (float(text.width), float(text.height))
        boxes = [(left - _APART, low, right + _APART, top) for left, low, right, top in boxes]
        for start, end in sorted(self.halves.segments, key=lambda each: each[1][1]):
            way = np.array(end) - start
            x, y = np.array(end) + _AFTER * way / np.linalg.norm(way)
            near = (float(x) + np.sign(way[0]) * size[0] / 2, float(y) + np.sign(way[1]) * size[1] / 2)
            place = free_place(size, self._bounds(), near, lines=lines, boxes=boxes)
            box = box_of(text.move_to(point(*place)))
            clear = not any(overlap(box, other) for other in boxes) and not any(inside_length(e, box) for e in lines)
            if clear and gap(box, (*end, *end)) <= _NEAR_BY:
                return VGroup(labelled(text, self.style))
        return VGroup()

    def _named(
        self, rows: dict[str, Tensor], heights: dict[str, float], lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> dict[str, Token]:
        """Return the words at their places; where all have icons, only the word between the families has its name."""
        # Either every word of the families has a name, or none: a single one would seem to matter more.
        all_icons = all(has_icon(word, self.style) for word in rows)
        named = {word: row for word, row in rows.items() if word == self.word or not all_icons}
        others = {
            word: self.token(word, row, height=heights[word], large=True)
            for word, row in rows.items()
            if word not in named
        }
        boxes = [*boxes, *(box_of(token.mark) for token in others.values())]
        words = self.tokens(named, heights, lines=lines, boxes=boxes) | others
        return {word: words[word] for word in rows}

    def _family_colors(self) -> list[str]:
        families = self.style.theme.families
        return [families[index % len(families)] for index in range(2)]

    def _axis_texts(self) -> list[Box]:
        """Return the boxes of the axes' names and numbers, with room around them: no word must seem to be one."""
        return [
            (left - _ROOM, low - _ROOM, right + _ROOM, top + _ROOM) for left, low, right, top in self.plane.text_boxes()
        ]

    def _downwards(self) -> list[int]:
        """Return the families' positions, the one that is higher on the plane first."""
        return sorted((0, 1), key=lambda family: -float(self.numbers.middles[family, 1]))

    def _members(self, family: int) -> tuple[str, ...]:
        """Return the words of a family, without the one between the families."""
        return tuple(word for word in self.numbers.words if word in self.world.families[self.numbers.families[family]])

    def _bounds(self) -> Box:
        """Return where texts may be: no record stands beside the plane."""
        room, safe, view = self.view.words(self.stage), self.stage.safe, self.view
        foot = view.foot + _FOOT * view.foot_lines
        return (safe.left + _EDGE, foot, safe.right - _EDGE, room.top)

    def _lay_rulers(self, marks: Sequence[Box]) -> None:
        """Lay the rulers from the word to both middles, straight where that is possible."""
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left, room.bottom, safe.right, room.top)
        # In one line with a number of an axis, a distance would seem to be one.
        texts = [(left - _OF_WAY, low, right + _SIDEWAYS / 2, top) for left, low, right, top in self.plane.text_boxes()]
        ways = place_rulers(self.rulers, bounds, marks=marks, texts=texts, lines=self.plane.axis_segments())
        for ruler, way in zip(self.rulers, ways[0], strict=True):
            ruler.lie(way)

    def _place_phrases(self, lines: Sequence[Segment], boxes: Sequence[Box]) -> list[PhraseBlock]:
        """Return each phrase beside its family, in as many lines as there is room for."""
        given = (self.parameters.first_phrase, self.parameters.second_phrase)
        marks = [box_of(self.words[word].mark) for word in self.numbers.words]
        boxes = [*boxes, *((left - _TIE, low - _TIE, right + _TIE, top + _TIE) for left, low, right, top in marks)]
        # A distance close under a phrase would seem to be the phrase's.
        for ruler in self.rulers:
            left, low, right, top = ruler.number_box
            boxes.append((left, low - _OF_WAY, right, top + _OF_WAY))
        placed = []
        count = 0
        for family in self._downwards():
            block, count = self._beside(given[family], family, lines, boxes, count)
            self._off_the_numbers(block, family, lines, boxes)
            boxes.append(box_of(block))
            placed.append(block)
        return placed

    def _off_the_numbers(
        self, phrase: PhraseBlock, family: int, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> None:
        """Move a phrase up or down until none of its lines is read on with a number of an axis."""
        numbers = [box_of(number) for number in self.plane.numbers]
        numbers = [(left - _SIDEWAYS, low + _EASE, right + _SIDEWAYS, top - _EASE) for left, low, right, top in numbers]
        bounds, at = self._bounds(), phrase.get_center()
        for shift in _SHIFTS:
            left, low, right, top = box = box_of(phrase.move_to(at + shift * UP))
            if low < bounds[1] or top > bounds[3] or any(overlap(box, other) for other in boxes):
                continue
            if any(inside_length(line, box) for line in [*lines, self._border()]):
                continue
            if not any(overlap(box_of(word), number) for word in phrase.words for number in numbers):
                return
        phrase.move_to(at)

    def _beside(
        self, phrase: str, family: int, lines: Sequence[Segment], boxes: Sequence[Box], alike: int
    ) -> tuple[PhraseBlock, int]:
        """Return a phrase at the free place on its family's side that is nearest to the word between the families.

        Its lines are counted, too. It has as many as the other phrase where there is room; no number of lines is
        better than another when ``alike`` is 0.
        """
        bounds = self._bounds()
        words, written = phrase_words(self.world, phrase, "phrase"), self.world.written(phrase)
        mark = box_of(self.words[self.word].mark)
        best: tuple[float, PhraseBlock, int] | None = None
        for size in (self.style.sizes.head, self.style.sizes.number, self.style.sizes.tick):
            for count in _LINES[: len(words)]:
                block = PhraseBlock(written, self.colors_of(words), count, size=size, style=self.style)
                shrink(block, min(1.0, (bounds[2] - bounds[0]) / block.width, (bounds[3] - bounds[1]) / block.height))
                extent = (float(block.width), float(block.height))
                for turn, near in enumerate(self._near_word(family, extent)):
                    place = free_place(extent, bounds, near, lines=[*lines, self._border()], boxes=boxes)
                    box = box_of(block.move_to(point(*place)))
                    cost = (
                        gap(box, mark)
                        + (_UNLIKE * abs(count - alike) if alike else _A_LINE * count)
                        + _UPRIGHT * turn
                        + _OUTSIDE * (not self._is_beyond(box, family))
                    )
                    cost += 20 * sum(overlap(box, other) for other in boxes)
                    cost += 5 * sum(inside_length(line, box) for line in lines)
                    if best is None or cost < best[0] - 1e-9:
                        best = (cost, block.copy(), count)
            if best is not None and best[0] < _NEAR:
                break
        assert best is not None
        return best[1:]

    def tell(self) -> None:
        """Show everything, in one beat."""
        first, second = self.numbers.families
        near, far = sorted(float(away) for away in self.numbers.to_middles)
        key = "between" if far - near <= _EVEN * far else "nearer"
        texts = {"first": first, "second": second, "First": capital(first), "word": self.word}
        with self.beat("between", text=key, **texts):
            tokens = [token for word, token in self.words.items() if word != self.word]
            label = self.words[self.word].label
            ties = [tie for _, tie in self.middle_names]
            names = [label, *(line for name, _ in self.middle_names for line in name)]
            self.show_now(
                self.header,
                *ties,
                *tokens,
                *self.rulers,
                *self.spokes,
                self.halves,
                self.shade,
                *names,
                *self.coordinates,
                *self.phrases,
                *self.ties,
                *self.of_line,
                *self.strip,
            )


def _nearest(box: Box, at: Point) -> Point:
    """Return the point of a box that is nearest to a point."""
    return point(min(max(float(at[0]), box[0]), box[2]), min(max(float(at[1]), box[1]), box[3]))


def _nearest_of(label: VMobject, at: Point, marks: Sequence[Box]) -> Point:
    """Return the nearest point of one of a label's lines to a point; the way between them keeps off marks."""
    pieces = label.submobjects if type(label) is VGroup else [label]
    places = [_nearest(box_of(piece), at) for piece in pieces]

    def cost(place: Point) -> float:
        crossed = sum(inside_length((flat(place), flat(at)), mark) for mark in marks)
        return 10 * crossed + float(np.linalg.norm(place - at))

    return min(places, key=cost)


class Spokes(VGroup):
    """Thin lines from several places to one: what belongs to it.

    Args:
        hub: manim point.
        rims: manim points.
        color: ``#rrggbb``.
        dots: scene units: the radii of dots at each of the places and at the one; the lines then lie over icons.
        style: theme.

    Attributes:
        ends: the lines' ends.
    """

    def __init__(
        self,
        hub: Point,
        rims: Sequence[Point],
        color: str,
        *,
        dots: tuple[float, float] | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.ends: list[Segment] = [(flat(rim), flat(hub)) for rim in rims]
        super().__init__(*(thin_line(rim, hub, color, _SPOKE) for rim in rims))
        if dots:
            self.add(*(Dot(rim, radius=dots[0], color=color) for rim in rims), Dot(hub, radius=dots[1], color=color))
            for piece in self:
                piece.set_background_stroke(color=style.theme.background, width=RIM)
        laid(self, Layer.ICON if dots else Layer.SHADOW)
