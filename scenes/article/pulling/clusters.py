"""A word between two clusters (the start of the article's section "Words Pulling Words", figure 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

import numpy as np
import torch
from manim import VGroup, VMobject
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import GENERIC_APPLE_EMBEDDING_CLAIMS
from scenes.article.pulling.halves import Halves
from scenes.errors import UserError, shown
from scenes.layout import shrink
from scenes.parameters import LandmarkParameters, Phrase, Word, phrase_words, require_plane, require_word
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, place_rulers
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Coordinates, format_number, format_vector
from scenes.parts.text.typeset import Label, baseline_of, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
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

_INWARD = 0.55
"""Scene units by which a phrase stands higher or lower than its family's middle, where there is room."""

_A_LINE, _NEAR, _OUTWARD = 0.5, 2.2, 0.05
"""Scene units: what a line of a phrase costs; from a family to its phrase, lines included, so that no smaller type is
tried; what it costs a phrase not to lean to the word between the families."""

_APPLE, _APPLE_BETWEEN, _MEMBER = 0.95, 0.9, 0.66
"""Scene units: the height of the icon of the word between the families, in frames of other shapes, of the others."""

_AFTER, _APART, _SPACE = 0.1, 0.15, 0.16
"""Scene units: from the end of the dashed line to its name, from there to other texts, from a name to its numbers."""

_BETWEEN_LINES, _FREE, _NEAR_BY = 0.12, 0.6, 0.6
"""Scene units from a name to its numbers; what a text may cover to count as free; scene units from a word to both."""

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
        size = style.sizes.hero if self.stage.is_wide else style.sizes.formula
        self.rulers = [
            Ruler(self.at, middle, away, size=size, lit=True, color=color, style=style)
            for middle, away, color in zip(self.middles, numbers.to_middles, self._family_colors(), strict=True)
        ]
        self._lay_rulers(marks)
        lines = [*(ruler.segment for ruler in self.rulers), *self.plane.axis_segments()]
        boxes = [*(ruler.number_box for ruler in self.rulers), *self._axis_texts()]
        subject = self.token(self.word, numbers.vector[0], height=self.height, large=True)
        lines += Halves(subject, self.middles, self._family_colors(), style=style).segments
        self.spokes = self._spokes(rows)
        lines += [ends for spokes in self.spokes for ends in spokes.ends]
        self.words = self._named(rows, heights, lines, boxes)
        self.coordinates = self._with_numbers(lines, boxes)
        self.halves = Halves(self.words[self.word], self.middles, self._family_colors(), style=style)
        boxes += [box_of(piece) for token in self.words.values() for piece in token.submobjects if len(piece)]
        boxes += [box_of(text) for text in self.coordinates]
        self.middle_names: list[tuple[VGroup, Spokes]] = []
        for family in (0, 1):
            self.middle_names.append(self._middle_name(family, lines, boxes))
            boxes.append(box_of(self.middle_names[-1][0]))
        lines += [ends for _, tie in self.middle_names for ends in tie.ends]
        self.phrases = self._place_phrases(lines, boxes)
        self.of_line = self._name_of_line(lines, boxes)
        self.header = self.header_phrase([self.says("which", word=self.word)])

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
        below = float(self.at[1]) - token.reach()[1] - size[1] / 2
        x, y = free_place(size, self._bounds(), (float(self.at[0]), below), lines=lines, boxes=taken)
        box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
        mark = box_of(token.mark)
        if gap(box, mark) > _NEAR_BY or any(overlap(box, other) for other in taken):
            return VGroup()
        if any(inside_length(line, box) for line in lines):
            return VGroup()
        token.put(self.at, (x - float(self.at[0]), box[3] - high / 2 - float(self.at[1])))
        return VGroup(labelled(text.move_to(point(x, box[1] + float(text.height) / 2)), style))

    def _spokes(self, rows: Mapping[str, Tensor]) -> list[Spokes]:
        """Return thin lines from each family's words to their middle."""
        return [
            Spokes(self.middles[family], [self._edge(family, rows[word]) for word in self._members(family)], color)
            for family, color in enumerate(self._family_colors())
        ]

    def _edge(self, family: int, row: Tensor) -> Point:
        """Return where the line from a family's middle to a word ends: at its icon, whose middle may be hollow."""
        place = self.plane.place(row)
        way = self.middles[family] - place
        return place + way * min(_MEMBER / 2 / max(float(np.linalg.norm(way)), 1e-9), 0.5)

    def _middle_name(self, family: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> tuple[VGroup, Spokes]:
        """Return the name of a family's middle and a thin line to it; with its numbers where there is room for them."""
        color, sizes = self._family_colors()[family], self.style.sizes
        text, row = self.says("middle"), self.numbers.middles[family]
        named = Label(text, size=sizes.tick, color=color, style=self.style)
        numbers = Coordinates(row, size=sizes.tick, color=color, style=self.style)
        in_line, below = VGroup(named.copy(), numbers.copy()), VGroup(named, numbers)
        numbers.move_to(named).shift(point(0.0, -float(named.height + numbers.height) / 2 - _BETWEEN_LINES))
        in_line[1].set_x(float(named.get_x() + (named.width + numbers.width) / 2) + _SPACE)
        set_on_baseline(in_line[1], baseline_of(in_line[0]))
        tries: list[VMobject] = [in_line, below]
        tries.append(Label(text, size=sizes.tick, color=color, style=self.style))
        found: list[tuple[float, VMobject]] = []
        for label in tries:
            found.append((self._beside_middle(label, family, lines, boxes), label))
            if found[-1][0] < _FREE:
                break
        label = min(found, key=lambda each: each[0])[1]
        name = labelled(label, self.style)
        marks = [box_of(self.words[word].mark) for word in self._members(family)]
        return name, Spokes(self.middles[family], [_nearest_of(label, self.middles[family], marks)], color)

    def _beside_middle(self, label: VMobject, family: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> float:
        """Put a text at the free place nearest to a middle; return how much it covers, and how far it is."""
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
        best = min(places, key=cost)
        far = max(0.0, cost(best) - covered(best) - _AROUND)
        return covered(best) + far

    def _beside_family(self, family: int, width: float) -> tuple[float, float]:
        """Return where a phrase of a width is best: at its family's right, nearer to the word between the families.

        There it is in line with no single icon, as if it were that icon's name.
        """
        marks = [box_of(self.words[word].mark) for word in self._members(family)]
        y = float(self.middles[family][1])
        return max(mark[2] for mark in marks) + _TIE + width / 2, y + (_INWARD if y < float(self.at[1]) else -_INWARD)

    def _name_of_line(self, lines: Sequence[Segment], boxes: Sequence[Box]) -> VGroup:
        """Return what the dashed line is at one of its ends; nothing where there is no room."""
        text = Label(
            self.says("equally-far"), size=self.style.sizes.number, color=self.style.theme.ink, style=self.style
        )
        size = (float(text.width), float(text.height))
        boxes = [*boxes, *(box_of(block) for block in self.phrases)]
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
        texts = self.plane.text_boxes()
        ways = place_rulers(self.rulers, bounds, marks=marks, texts=texts, lines=self.plane.axis_segments())
        for ruler, way in zip(self.rulers, ways[0], strict=True):
            ruler.lie(way)

    def _place_phrases(self, lines: Sequence[Segment], boxes: Sequence[Box]) -> list[PhraseBlock]:
        """Return each phrase beside its family, in as many lines as there is room for."""
        given = (self.parameters.first_phrase, self.parameters.second_phrase)
        marks = [box_of(self.words[word].mark) for word in self.numbers.words]
        boxes = [*boxes, *((left - _TIE, low - _TIE, right + _TIE, top + _TIE) for left, low, right, top in marks)]
        placed = []
        for family in self._downwards():
            block = self._beside(given[family], family, lines, boxes)
            boxes.append(box_of(block))
            placed.append(block)
        return placed

    def _beside(self, phrase: str, family: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> PhraseBlock:
        """Return a phrase at the free place that is nearest to a family."""
        bounds = self._bounds()
        words, written = phrase_words(self.world, phrase, "phrase"), self.world.written(phrase)
        marks = [box_of(self.words[word].mark) for word in self._members(family)]
        best: tuple[float, PhraseBlock] | None = None
        for size in (self.style.sizes.head, self.style.sizes.number, self.style.sizes.tick):
            for count, inward in product(_LINES[: len(words)], (True, False)):
                block = PhraseBlock(written, self.colors_of(words), count, size=size, style=self.style)
                shrink(block, min(1.0, (bounds[2] - bounds[0]) / block.width, (bounds[3] - bounds[1]) / block.height))
                extent = (float(block.width), float(block.height))
                near = self._beside_family(family, extent[0]) if inward else flat(self.middles[family])
                block.move_to(point(*free_place(extent, bounds, near, lines=lines, boxes=boxes)))
                box = box_of(block)
                cost = min(gap(box, mark) for mark in marks) + _A_LINE * count + (0.0 if inward else _OUTWARD)
                cost += 20 * sum(overlap(box, other) for other in boxes)
                cost += 5 * sum(inside_length(line, box) for line in lines)
                if best is None or cost < best[0] - 1e-9:
                    best = (cost, block)
            if best is not None and best[0] < _NEAR:
                break
        assert best is not None
        return best[1]

    def tell(self) -> None:
        """Show everything, in one beat."""
        first, second = self.numbers.families
        near, far = sorted(float(away) for away in self.numbers.to_middles)
        key = "between" if far - near <= _EVEN * far else "nearer"
        texts = {"first": first, "second": second, "First": first[:1].upper() + first[1:], "word": self.word}
        with self.beat("between", text=key, **texts):
            tokens = [token for word, token in self.words.items() if word != self.word]
            label = self.words[self.word].label
            lines = [*self.spokes, *(tie for _, tie in self.middle_names)]
            names = [label, *(name for name, _ in self.middle_names)]
            self.show_now(
                self.header,
                *lines,
                *self.rulers,
                *tokens,
                self.halves,
                *names,
                *self.coordinates,
                *self.phrases,
                *self.of_line,
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

    Attributes:
        ends: the lines' ends.
    """

    def __init__(self, hub: Point, rims: Sequence[Point], color: str) -> None:
        self.ends: list[Segment] = [(flat(rim), flat(hub)) for rim in rims]
        super().__init__(*(thin_line(rim, hub, color, _SPOKE) for rim in rims))
        laid(self, Layer.SHADOW)
