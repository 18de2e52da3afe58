"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import torch
from manim import (
    LEFT,
    Animation,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    ManimColor,
    Mobject,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.angles import degrees_apart
from scenes.article.pulling.as_near import AsNear, Others, TwoAngles
from scenes.article.pulling.claims import APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
from scenes.article.pulling.heading import BELOW_HEADING, headed, outlined, solid, unlit
from scenes.article.pulling.legs import Legs
from scenes.article.pulling.release import digits_that_agree, note_color
from scenes.article.pulling.rim import draw_rim, set_rim
from scenes.article.pulling.road import Percent, Road, Travelled, Tube, share_of_way
from scenes.article.pulling.step_sums import step_line
from scenes.article.pulling.word_bars import WordBars, in_one_line
from scenes.motion.live import Live, Widen, slide
from scenes.number_format import format_number, format_vector, reads_as_zero
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane
from scenes.parts.contrast import contrast, least_share, mixed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import GLOW_OPACITY, PULLER, HeroGlow, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock, labelled
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label, Row, baseline_of, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, capital, pull
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_HERO = 0.62
"""Scene units: the height of the word's icon, so small that its way is seen beside it."""

_RECORD_AIR, _LINE, _BLOCKS = 0.3, 0.08, 0.2
"""Scene units from the plane's marks to the record, from a name to its numbers, and between both phrases' parts."""

_SLOW, _QUICK, _BACK, _ONE = 1.4, 1.3, 0.7, 0.3
"""Seconds of the first pull, and of both at once; of the second; in which both go back to their one place; and in which
they are one there."""

_HANG, _LIES, _HANGS = 0.8, 0.75, 0.25
"""Seconds in which shares grow down from their words, and in which two of them become a road; scene units by which they
may reach below their part of the record."""

_OPENS, _OVER, _FITS = 0.6, 0.9, 0.4
"""Seconds in which an angle opens, in which it is laid over, and in which it is seen that it fits."""

_COVERED = 0.33
"""Scene units of a way that the word's icon covers: there are no dots."""

_COME, _POPS, _OUT = 0.75, 0.3, 0.12
"""Seconds in which the word comes to its one place, and before that out of a phrase; scene units from that to it."""

_BOWS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.9, -0.9)
"""Scene units by which that way may bend up, the first that crosses no text."""

_TALL = 2.2
"""Scene units of a bar whose weight is 1, at most."""

_RAY, _GROWS, _TERM = 0.5, 0.7, 0.7
"""Seconds in which rays are drawn, in which a share grows while its angle swells, and in which a leg's number swells
while its sum comes."""

_SWELL = 0.3
"""The share by which a number, or a stroke, swells."""

_DROPS = (0.0, 0.32, 0.4)
"""Scene units by which a new place's numbers go down, where else a leg's number has no room."""

_ABOVE_LINE = 0.42
"""Scene units that words without a share keep off the baseline of the line at the foot."""

_RELIT = 0.8
"""Seconds in which the words light up that are in the phrase, and the others get dim."""

_PHRASE, _GUIDES, _EDIT, _WAKES, _LIT = 0.4, 0.6, 0.6, 0.5, 0.6
"""Seconds in which a phrase comes, in which the guides are drawn, in which another phrase is spoken of, in which its
words light up, and in which both phrases are lit."""

_READ, _SLEEPS = 0.3, 0.6
"""Seconds in which another phrase is read before anything follows from it, and in which the first one's pull falls
asleep and the word wakes that has waited."""

_TALLER = (0.25, 0.8)
"""Scene units by which the roads may go below and above a record that stands."""

_ABOVE_FOOT, _EDGE = 0.08, 0.05
"""Scene units that roads beneath the plane keep off the line at the foot, and off the margin for their icons' rims."""

_FLAT = 0.4
"""A record that is lower than this share of its width has its roads side by side."""

_NEAR = 0.5
"""Scene units from the best place of the numbers of a new place within which they are read as its own."""

_BESIDE, _CLEAR = 0.2, 0.2
"""Scene units between two texts that stand side by side, and of free room at both sides of a new place's numbers."""

_SUM, _ROW = 0.54, 0.0124
"""Scene units from the percentage's baseline down to the first sum's, and from one sum's baseline to the next, for each
unit of the type."""

_DOZES = 0.55
"""The size of the word's outline while another phrase is spoken of, as a share of the word's."""

_LAIN, _REMAINS = 0.2, 0.4
"""Seconds in which the road is looked at before the word comes, and in which the word's own share leaves it."""

_BRIGHTEST = 0.5
"""The opacity of a light in its middle, at the most."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.5, 1.0)
_LAST = squish_rate_func(smooth, 0.75, 1.0)
"""The rates of what leaves before the rest of a motion, of what comes in its course, and of what it results in."""

_ROLLS = squish_rate_func(smooth, 0.35, 1.0)
"""The rate of a road that rolls out once the numbers have left that stood there."""


class TwoPhrases(LandmarkParameters):
    """The parameters of the figure: one word in two phrases."""

    word: Word = Field("apple", description="The word that is pulled; it must be in both phrases.")
    left_phrase: Phrase = Field("fruit", description="The first phrase: its name, or written out.")
    right_phrase: Phrase = Field("tech", description="The second phrase: its name, or written out.")


@dataclass(frozen=True)
class TwoPulls:
    """The numbers of the figure: one step of attention over each of the two phrases."""

    left: Pull
    right: Pull
    axes: tuple[str, ...]
    sides: tuple[str, ...]
    vector: Tensor = quantity("The word's vector before.", rows="axes")
    pulling: Tensor = quantity("The vector of the strongest other word of each phrase.", rows="sides", columns="axes")
    updated: Tensor = quantity("Its new vector in each phrase.", rows="sides", columns="axes")
    weights: Tensor = quantity("How much the strongest other word of each phrase pulls.", rows="sides")
    scores: Tensor = quantity("The word's dot product with the strongest other word of each phrase.", rows="sides")
    shares: Tensor = quantity(
        "The weights of the word itself and of the strongest other word of each phrase, in percent.", rows="sides"
    )
    ways: Tensor = quantity("How far that word is along each axis.", rows="sides", columns="axes")
    along: Tensor = quantity("How far along the way to that word it moves, as a share of the way.", rows="sides")
    percents: Tensor = quantity("The same in percent of the way.", rows="sides")
    steps: Tensor = quantity("How far that word is along each axis, without a sign.", rows="sides", columns="axes")
    angles: Tensor = quantity("The angle from the word to it, in degrees.", rows="sides")
    own: Tensor = quantity("The angle from the word to itself, in degrees.")
    wide: Tensor = quantity("The narrowest angle of all other words of each phrase, in degrees.", rows="sides")

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The strongest puller of each phrase."""
        return tuple(dict.fromkeys(side.words[side.strongest] for side in (self.left, self.right)))


@dataclass
class Side:
    """One of the two phrases, as it is drawn.

    Attributes:
        pull: its step of attention.
        share: how far the word moves along the way to its puller.
        there: the word's new place.
        offset: where the word's name goes there; None where an icon needs none.
        phrase: the phrase over its part of the record, or at its side of the header.
        bars: the weights of the phrase's words, which become the road; None where they have no room.
        token: the word, rimmed in its puller's colour.
        band: the pull on it.
        travelled: the part of the way that the word has come, over all icons.
        landing: the word's numbers at its new place; empty where there is no room.
        road: the way, in the record.
        legs: how far it is along each axis, on the plane; None where the sum has no room, or these have none.
        sum: one number of the step, worked out below the road; empty where it has no room, or no pencil gets it.
        glow: the light around the word, in its puller's colour.
        off: what is not spoken of now, and how it is seen meanwhile.
    """

    pull: Pull
    share: float
    there: Point
    offset: tuple[float, float] | None
    phrase: HeaderPhrase | PhraseBlock
    bars: WordBars | None
    token: Token
    band: Band | Thread
    travelled: Travelled
    landing: VGroup
    road: Road
    legs: Legs | None
    sum: VGroup
    glow: HeroGlow
    off: list[tuple[VGroup, VGroup]] = field(default_factory=list)

    @property
    def puller(self) -> str:
        """The word that pulls most."""
        return self.pull.words[self.pull.strongest]


class ApplePulledSideBySide(PlaneFigure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    claims = APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
    Parameters = TwoPhrases
    stops_at_record = True
    numbers: TwoPulls

    def world_view(self) -> PlaneView:
        """Return the plane's place and scale under two phrases."""
        return self.stage.view_under_two.holding(self.stage, self.spans())

    @classmethod
    def compute(cls, parameters: TwoPhrases, world: World) -> TwoPulls:
        """Take one step of attention over each phrase."""
        require_plane(world)
        left, right = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.left_phrase, parameters.right_phrase)
        )
        pulling = torch.stack([side.vectors[side.strongest] for side in (left, right)])
        along = torch.stack([share_of_way(side) for side in (left, right)])
        ways = pulling - left.vector
        return TwoPulls(
            left,
            right,
            world.axes,
            ("left", "right"),
            vector=left.vector,
            pulling=pulling,
            updated=torch.stack([left.updated, right.updated]),
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
            scores=torch.stack([side.scores[side.strongest] for side in (left, right)]),
            shares=100 * torch.stack([side.weights[[side.position, side.strongest]] for side in (left, right)]),
            ways=ways,
            along=along,
            percents=100 * along,
            steps=ways.abs(),
            angles=degrees_apart(pulling, left.vector),
            own=torch.zeros(()),
            wide=torch.stack([_narrowest_other(side) for side in (left, right)]),
        )

    @classmethod
    def alternative_values(cls, numbers: TwoPulls) -> Mapping[str, object]:
        """Return the strongest puller in each phrase, how far it pulls the word, and the word's new place."""
        left, right = numbers.left, numbers.right
        digits = _digits_of(numbers)
        return {
            "word": left.word,
            "first": left.words[left.strongest],
            "second": right.words[right.strongest],
            "first_percent": format_number(float(numbers.percents[0]), 0),
            "second_percent": format_number(float(numbers.percents[1]), 0),
            "at": format_vector(numbers.vector),
            "first_at": format_vector(left.updated, digits),
            "second_at": format_vector(right.updated, digits),
        }

    def build(self) -> None:
        """Make one plane with the word and all that pulls it, and for each phrase its band and road."""
        numbers, style = self.numbers, self.style
        word = numbers.left.word
        self.color = self.color_of(word)
        self.digits = _digits_of(numbers)
        self.start = self.plane.place(numbers.vector)
        self.ends = [self.plane.place(row) for row in numbers.updated]
        self._place_words()
        self.awake = self._bare() if self.subject.has_icon else self.subject
        self.feet = self._feet()
        self.glow = HeroGlow(self.start, self.color, style=style)
        record = self._record_region()
        regions = self._parts_of(record)
        leftmost = 0 if self.stage.is_portrait or self.ends[0][0] <= self.ends[1][0] else 1
        self.begins = self._begins()
        self.landings = self._landings()
        self.named_at: list[Box] = []
        # Phrases with their roads lie as their pulls do: from the left, or from the top.
        order = [regions[int(index != leftmost)] for index in range(2)]
        phrases = self._phrases(order, leftmost)
        self.sides = [
            self._side(index, phrase, region) for index, (phrase, region) in enumerate(zip(phrases, order, strict=True))
        ]
        self.old_place = VGroup(self.begins, *self._numbers_of(self.subject.word))
        self.absent = {name: self._absent(name) for name in self.pullers}

    def _numbers_of(self, name: str) -> list[VGroup]:
        """Return the numbers of a word's place, where they have room."""
        return [self.coordinates[name]] if name in self.coordinates else []

    def _absent(self, name: str) -> VGroup:
        """Return a word as it is seen while it is not in the phrase: an outline and a note."""
        token, color = self.pullers[name], note_color(self.style.theme)
        outline = laid(solid(outlined(token.mark, color), self.style), Layer.ICON)
        texts = [text.copy() for text in token.label]
        for _, text in texts:
            text.set_color(color)
        return VGroup(outline, *texts)

    def _here(self, name: str) -> list[Mobject]:
        """Return a word that pulls, and its numbers."""
        return [self.pullers[name], *self._numbers_of(name)]

    def _light(self, side: Side | None, *, named: bool = True) -> list[Animation]:
        """Return how the words of a phrase light up; all of them, for no side.

        A word comes with the first phrase in which it pulls.
        """
        motions: list[Animation] = []
        shown = self._shown()
        for name, absent in self.absent.items():
            if (side is None or name in side.pull.words) and self.pullers[name] not in shown:
                motions.append(FadeIn(*(self._here(name) if named else self._bare_of(name))))
                motions += [FadeOut(absent)] if absent in shown else []
        return motions

    def _bare_of(self, name: str) -> list[Mobject]:
        """Return a word that pulls, without its name if it has an icon."""
        token = self.pullers[name]
        if not token.has_icon:
            return [token]
        return [Token(name, token.at, self.color_of(name), height=PULLER, large=True, style=self.style)]

    def _dim(self, side: Side) -> list[Animation]:
        """Return how the words get dim that are not in a phrase."""
        shown = self._shown()
        dim = [name for name in self.absent if self.pullers[name] in shown and name not in side.pull.words]
        return [motion for name in dim for motion in (FadeIn(self.absent[name]), FadeOut(*self._here(name)))]

    def _begins(self) -> VGroup:
        """Return what is said of the word's old place when the word has left it, where its name was."""
        name = self.subject.name_text
        if name is None or self.subject.word not in self.coordinates:
            return VGroup()
        label = Label(
            self.says("begins"), size=self.style.sizes.number, color=note_color(self.style.theme), style=self.style
        )
        return labelled(label.move_to(name).align_to(name, LEFT), self.style)

    def _landings(self) -> list[VGroup]:
        """Return the word's numbers at its two new places, in one size, each where it is read as that place's.

        Where one of them has no room in any size, there are as many as can be; the others are empty.
        """
        sizes = self.style.sizes
        found: list[VGroup] = []
        for far, size in product((_NEAR / 2, _NEAR), (sizes.head, sizes.number, sizes.tick)):
            landings = self._landings_in(size, far)
            if all(len(landing) for landing in landings):
                return landings
            if sum(map(len, landings)) > sum(map(len, found)):
                found = landings
        return found or [VGroup(), VGroup()]

    def _landings_in(self, size: float, far: float) -> list[VGroup]:
        """Return the word's numbers at its new places in one size, not farther from the best place than so."""
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += self.plane.text_boxes()
        boxes += [_wider(box_of(text)) for text in self.coordinates.values()]
        boxes += [_around(at, _HERO / 2) for at in self.ends]
        landings = []
        for at, row in zip(self.ends, self.numbers.updated, strict=True):
            landing = self._landing(at, row, boxes, size, far)
            landings.append(landing)
            boxes += [box_of(landing)] * bool(len(landing))
        return landings

    def _landing(self, at: Point, row: Tensor, boxes: Sequence[Box], size: float, far: float) -> VGroup:
        """Return the word's numbers at its new place, each in its axis' colour; empty where nothing is free."""
        if not self.subject.has_icon:
            return VGroup()
        room, lines = self.view.words(self.stage), [*self._ways(), *self.plane.axis_segments()]
        bounds = (room.left, room.bottom, min(room.right + 0.3, self.stage.safe.right), room.top)
        text = labelled(self._coordinates(row, size, decimals=self.digits), self.style)
        box_size = float(text.width) + _CLEAR, float(text.height) + 0.06
        for near in self._best_landings(at, box_size):
            middle = near
            if not _is_free(_box(near, *box_size), boxes, lines):
                middle = free_place(box_size, bounds, near, lines=lines, boxes=boxes)
            if middle[0] + box_size[0] / 2 > self.stage.safe.right:
                continue
            away = float(np.linalg.norm(point(*middle) - point(*near)))
            if _is_free(_box(middle, *box_size), boxes, lines) and away <= far:
                return text.move_to(point(*middle))
        return VGroup()

    def _coordinates(self, row: Tensor, size: float, **options: Any) -> Coordinates:
        """Return a place as numbers, each in its axis' colour, as in the record."""
        color = note_color(self.style.theme)
        return Coordinates(row, size=size, color=color, colors=self._number_colors(), style=self.style, **options)

    def _number_colors(self) -> list[str]:
        """Return the axes' colours; where they have none, the colour of notes to be read."""
        theme = self.style.theme
        return [note_color(theme) if color == theme.dim else color for color in self.axis_colors()]

    def _best_landings(self, at: Point, size: tuple[float, float]) -> list[tuple[float, float]]:
        """Return where the numbers of a new place are best: beside it, off the way back to the old one."""
        beside, rise = size[0] / 2 + _HERO / 2 + 0.08, size[1] / 2
        left = point(-beside, -1.1 * rise)
        low = -rise - _HERO / 2 - 0.08
        lower = [
            left,
            point(-0.6 * size[0], low),
            point(-0.45 * size[0], low),
            point(-beside, -rise),
            point(-beside, -2 * rise),
            point(beside, rise),
        ]
        return [flat(at + step) for step in (lower if at[1] > self.start[1] else [point(beside)])]

    def _place_words(self) -> None:
        """Make the word, and what pulls it, each with its name and, where there is room, its numbers below it."""
        numbers, embedding, style = self.numbers, self.world.embedding(), self.style
        word = numbers.left.word
        named = [name for name in numbers.landmarks if name != word]
        rows = {name: embedding.rows([name])[0] for name in named} | {word: numbers.vector}
        heights = dict.fromkeys(named, PULLER) | {word: _HERO}
        boxes = [_around(at, _HERO / 2) for at in self.ends]
        self.words = self.tokens(rows, heights, lines=[*self._ways(), *self._guides()], boxes=boxes)
        self.coordinates: dict[str, VGroup] = {}
        for size in (style.sizes.number, style.sizes.tick):
            texts = {name: self._coordinates(row, size, brief=True) for name, row in rows.items()}
            places = self._beneath_names(texts, boxes)
            if places is not None:
                break
        if places is not None:
            for name, (x, y) in places.items():
                name_height = float(self.words[name].label.height)
                at = self.words[name].at
                rise = (float(texts[name].height) + _LINE) / 2
                offset = (x - float(at[0]), y - float(at[1]) + rise)
                self.words[name] = self.token(name, rows[name], offset=offset, height=heights[name])
                texts[name].move_to(point(x, y - (name_height + _LINE) / 2))
                self.coordinates[name] = labelled(texts[name], style)
        self.subject = self.words[word]
        self.pullers = {name: self.words[name] for name in named}

    def _beneath_names(
        self, texts: Mapping[str, Coordinates], boxes: Sequence[Box]
    ) -> dict[str, tuple[float, float]] | None:
        """Return the middles of names with numbers below them, by word; None where one of them has no free place."""
        spots = {}
        for name, text in texts.items():
            token = self.words[name]
            width = max(float(token.label.width), float(text.width))
            height, (across, up) = float(token.label.height) + _LINE + float(text.height), token.reach()
            mark = (across + 0.06, up + 0.04)
            spots[name] = Spot(*flat(token.at), width, height, mark, (1.0, 0.0))
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        taken = [*boxes, *self.plane.text_boxes(), _around(self.start, _HERO / 2)]
        lines = [*self._ways(), *self._guides(), *self.plane.axis_segments()]
        centres = place_labels(list(spots.values()), bounds, lines=lines, boxes=taken)
        marks = [box_of(self.words[name].mark) for name in texts]
        laid_out: list[Box] = []
        for spot, (x, y) in zip(spots.values(), centres, strict=True):
            box = (x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2)
            if any(overlap(box, other) > 0 for other in (*taken, *marks, *laid_out)):
                return None
            if any(inside_length(line, box) > 0 for line in lines):
                return None
            laid_out.append(box)
        return dict(zip(spots, centres, strict=True))

    def _guides(self) -> list[Segment]:
        """Return the ways from the word to both axes that are long enough to be seen."""
        (x, y), origin = flat(self.start), flat(self.plane.origin)
        ways = [((x, y), (x, origin[1])), ((x, y), (origin[0], y))]
        return [(start, end) for start, end in ways if np.hypot(end[0] - start[0], end[1] - start[1]) > _HERO]

    def _feet(self) -> VGroup:
        """Return dashes from the word to both axes: its two numbers."""
        feet = [
            DashedLine(point(*start), point(*end), dash_length=0.09, color=self.color, stroke_width=2.4)
            for start, end in self._guides()
        ]
        return laid(VGroup(*feet), Layer.SHADOW)

    def _bare(self) -> Token:
        """Return the word at its old place, without a name."""
        return Token(self.subject.word, self.start, self.color, height=_HERO, large=True, style=self.style)

    def _pulls(self) -> tuple[Pull, Pull]:
        return self.numbers.left, self.numbers.right

    def _ways(self) -> list[Segment]:
        """Return the straight ways of both pulls, before and after the move: texts keep off them."""
        return [
            (flat(self.plane.place(step.vectors[step.strongest])), flat(at))
            for step, end in zip(self._pulls(), self.ends, strict=True)
            for at in (self.start, end)
        ]

    def _record_region(self) -> Region:
        """Return where the record stands: all that the plane's marks leave free at their right, or below them."""
        record, safe = self.view.record, self.stage.safe
        marks = [box_of(token) for token in self.words.values()] + [_around(at, _HERO / 2) for at in self.ends]
        marks += [box_of(text) for text in self.coordinates.values()] + self.plane.text_boxes()
        if self.view.lying:
            top = max(record.top, min(mark[1] for mark in marks) - _RECORD_AIR)
            return Region(safe.left + _EDGE, safe.right - _EDGE, self.stage.above_foot.bottom + _ABOVE_FOOT, top)
        left = min(record.left, max(mark[2] for mark in marks) + _RECORD_AIR)
        return Region(left, max(record.right, safe.right - 0.1), record.bottom - _TALLER[0], record.top + _TALLER[1])

    def _parts_of(self, record: Region) -> tuple[Region, ...]:
        """Return where the two phrases and roads lie: below each other, or side by side in a record that is low."""
        if record.height < _FLAT * record.width:
            return record.columns(1, 1, gap=0.6)
        return record.rows(1, 1, gap=_BLOCKS)

    def _phrases(self, regions: Sequence[Region], leftmost: int) -> Sequence[HeaderPhrase | PhraseBlock]:
        """Return both phrases, each over its part of the record, or both in the header where one has no room there."""
        phrases: list[PhraseBlock] = []
        for step, region in zip(self._pulls(), regions, strict=True):
            phrase = headed(step.written, self.colors_of(step.words), region, self.style)
            if phrase is None:
                return [
                    self.header_phrase(step.words, step.written, side="left" if index == leftmost else "right")
                    for index, step in enumerate(self._pulls())
                ]
            phrases.append(phrase)
        return phrases

    def _side(self, index: int, phrase: HeaderPhrase | PhraseBlock, region: Region) -> Side:
        """Return all that is drawn for one of the phrases."""
        numbers, style, subject = self.numbers, self.style, self.subject
        step, there = self._pulls()[index], self.ends[index]
        puller = step.words[step.strongest]
        place, color = self.plane.place(step.vectors[step.strongest]), self.color_of(puller)
        percent = numbers.percents[index]
        far = float(np.linalg.norm(place - self.start))
        road, worked = self._part(index, far, phrase, region, divided=self._is_divided(index, phrase))
        bars = self._bars(index, phrase, road, region)
        if bars is None and road.own is not None:
            road, worked = self._part(index, far, phrase, region)
        token = Token(
            step.word,
            self.start,
            self.color,
            offset=None if subject.has_icon else subject.offset,
            height=_HERO,
            large=True,
            edge=color,
            style=style,
        )
        return Side(
            step,
            float(percent) / 100,
            there,
            None if subject.has_icon else self._name_side(there),
            phrase,
            bars,
            token,
            self._tucked(pull_of(place, self.start, step.weights[step.strongest], color, style=style), puller),
            Travelled(self.start, place, color, clear=_COVERED * subject.has_icon, style=style),
            self.landings[index],
            road,
            self._legs(index) if len(worked) == 2 else None,
            worked,
            HeroGlow(self.start, color, peak=self._peak(color), style=style),
        )

    def _peak(self, color: str) -> float:
        """Return how strong a light in a colour is, so that both pullers' lights are seen alike."""
        theme = self.style.theme
        colors = [theme.fill(self.color_of(step.words[step.strongest])) for step in self._pulls()]
        ground = theme.background
        wanted = max(contrast(mixed(each, ground, GLOW_OPACITY), ground) for each in colors)
        return max(GLOW_OPACITY, min(least_share(theme.fill(color), ground, wanted), _BRIGHTEST))

    def _bars(self, index: int, phrase: HeaderPhrase | PhraseBlock, road: Road, region: Region) -> WordBars | None:
        """Return the weights of a phrase's words as bars that hang from them; None where they have no room.

        Where the puller's weight and the share of the way are not printed alike, no weights are printed.
        """
        step, style = self._pulls()[index], self.style
        if not self._can_hang(step, phrase):
            return None
        assert isinstance(phrase, PhraseBlock)
        percents = [
            Percent(share, size=style.sizes.number, color=self.color_of(word), style=style)
            for share, word in zip(self.numbers.shares[index], (step.word, step.words[step.strongest]), strict=True)
        ] * (self._is_divided(index, phrase) and self._is_alike(index))
        colors = self.colors_of(step.words)
        bars = WordBars(step, phrase, colors, road, percents, tall=min(road.length, _TALL), style=style)
        return bars if bars.low >= region.bottom - _HANGS else None

    def _can_hang(self, step: Pull, phrase: HeaderPhrase | PhraseBlock) -> bool:
        """Return whether weights can hang from a phrase's words: in one line, and both that count in it once."""
        once = step.words.count(step.word) == step.words.count(step.words[step.strongest]) == 1
        return isinstance(phrase, PhraseBlock) and in_one_line(phrase) and step.strongest != step.position and once

    def _is_divided(self, index: int, phrase: HeaderPhrase | PhraseBlock) -> bool:
        """Return whether the share of the way and the word's own weight, as printed, make up the whole road."""
        numbers = self.numbers
        shown = [int(format_number(float(each[index]), 0)) for each in (numbers.shares[:, 0], numbers.percents)]
        return sum(shown) == 100 and self._can_hang(self._pulls()[index], phrase)

    def _is_alike(self, index: int) -> bool:
        """Return whether the puller's weight and the share of the way are printed alike."""
        shown = [format_number(float(each[index]), 0) for each in (self.numbers.shares[:, 1], self.numbers.percents)]
        return shown[0] == shown[1]

    def _part(
        self,
        index: int,
        far: float,
        phrase: HeaderPhrase | PhraseBlock,
        region: Region,
        *,
        divided: bool = False,
    ) -> tuple[Road, VGroup]:
        """Return the road of a pull, below the phrase if that stands over it, and below that a number's sum.

        Args:
            index: of the phrase.
            far: the way's length on the plane, scene units.
            phrase: over its part of the record, or in the header.
            region: the part of the record.
            divided: whether the word's own share is printed too, below the rest of the road.
        """
        step, percent = self._pulls()[index], self.numbers.percents[index]
        if not isinstance(phrase, PhraseBlock):
            return self._road(step, percent, far, region), VGroup()
        own = self.numbers.shares[index, 0] if divided else None
        road = self._road(step, percent, far, region.inset(top=float(phrase.height) + BELOW_HEADING), own)
        phrase.set_y(float(road.get_top()[1]) + BELOW_HEADING + float(phrase.height) / 2)
        worked = self._worked(index, road, region)
        if float(VGroup(phrase, road, *worked).height) > region.height:
            worked = VGroup()
        rise = float(region.centre[1] - VGroup(phrase, road, *worked).get_center()[1])
        phrase.shift(point(0.0, rise))
        road.raise_by(rise)
        return road, worked.shift(point(0.0, rise))

    def _worked(self, index: int, road: Road, region: Region) -> VGroup:
        """Return the word's numbers worked out below the road, each behind its axis' name; empty without room."""
        numbers, style, puller = self.numbers, self.style, self._pulls()[index].strongest
        alike = puller != self._pulls()[index].position and float(numbers.steps[index].max()) > 0
        if self.view.lying or not alike or not len(self.landings[index]):
            return VGroup()
        for size in (style.sizes.number, style.sizes.tick):
            lines = self._lines(index, size)
            if lines and max(float(line.width) for line in lines) <= region.width:
                low = baseline_of(road.percent.number) - _SUM
                for count, line in enumerate(lines):
                    line.set_x(float(road.tube.get_x())).align_to(lines[0], LEFT)
                    set_on_baseline(line, low - count * _ROW * size)
                return laid(VGroup(*(labelled(line, style) for line in lines)), Layer.LEDGER)
        return VGroup()

    def _lines(self, index: int, size: float) -> list[Row]:
        """Return the sums of one phrase, each in its axis' colour; those that a pencil gets."""
        numbers, style = self.numbers, self.style
        lines = [
            step_line(
                numbers.vector[axis], numbers.along[index], numbers.ways[index, axis], numbers.updated[index, axis],
                digits=self.digits, size=size, color=color, style=style,
            )
            for axis, color in enumerate(self._number_colors())
        ]  # fmt: skip
        return [line for line in lines if line is not None]

    def _tucked(self, band: Band | Thread, puller: str) -> Band | Thread:
        """Let a band end behind its puller's icon."""
        if isinstance(band, Thread) or puller not in self.pullers:
            return band
        return band.set_tuck(self.pullers[puller].tuck(self.start, width_at(band.weight, 0.0)))

    def _road(self, step: Pull, percent: Tensor, far: float, region: Region, own: Tensor | None = None) -> Road:
        """Return the way of one of the pulls, so long on the plane, as the record keeps it."""
        puller = step.words[step.strongest]
        colors = (self.color, self.color_of(puller))
        return Road(step.word, puller, colors, percent, far, region, own=own, style=self.style)

    def _name_side(self, there: Point) -> tuple[float, float]:
        """Return where the word's name goes at its new place: off both ways, the numbers and the other words."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        spot = Spot(*flat(there), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))
        still = [*self.pullers.values()]
        boxes = [box_of(part) for token in still for part in token if len(part)]
        boxes += [*(box_of(text) for text in self.coordinates.values()), *self.plane.text_boxes()]
        boxes += [_around(at, _HERO / 2) for at in (self.start, *self.ends) if at is not there]
        boxes += self.named_at
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        ((x, y),) = place_labels([spot], bounds, lines=self._ways(), boxes=boxes)
        self.named_at.append((x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2))
        return (x - spot.x, y - spot.y)

    def tell(self) -> None:
        """Lay one word out of both phrases at one place; each phrase pulls its own away, and both are seen."""
        word = self.subject.word
        first, second = self.sides
        with self.beat("start", **self._names(first)):
            self._begin()
            self.rest()
        self._tell_pull(first, "first", ("shares", "first-pull"), sleeps=second)
        with self.beat("other-phrase", **self._names(second)):
            self._turn_to(first, second)
            self.rest()
        near = self._near(first, second)
        texts = ("shares", self._again()) if near is None else ("as-near", "as-hard")
        self._tell_pull(second, "second", texts, other=first, near=near)
        with self.beat("apart", text="apart" if self._are_apart() else "together", word=word):
            self._both(first, second)
            self.hold()

    def _tell_pull(
        self,
        side: Side,
        name: str,
        texts: tuple[str, str],
        *,
        sleeps: Side | None = None,
        other: Side | None = None,
        near: AsNear | None = None,
    ) -> None:
        """Tell in one beat how the words share the pull, and in the next how far the word comes by it.

        Args:
            side: the phrase that pulls.
            name: how its beats' names begin.
            texts: the keys of both beats' texts. A word that stays where it is has the second beat alone.
            sleeps: the phrase that falls asleep meanwhile.
            other: the phrase that has pulled before.
            near: how it is shown that this one's word is as near as that one's.
        """
        values, text = self._names(side), self._moves(side, texts[1])
        values |= {} if other is None else {"other": other.puller, "Other": capital(other.puller)}
        stays = text != texts[1]
        fan = None if stays or near is not None or sleeps is None else self._fan(side)
        others = None if fan is None else self._others(side, fan)
        if fan is not None:
            text = text if side.road.own is None else "held"
            texts = ("fan" if others is None else "fan-wide", text)
            values["wide"] = format_number(float(self.numbers.wide[self.sides.index(side)]), 0)
            values["degrees"] = format_number(float(self.numbers.angles[self.sides.index(side)]), 0)
        if not stays:
            with self.beat(f"{name}-shares", text=texts[0], **values):
                self._share(side, sleeps, near, fan, others)
                self.rest()
        with self.beat(f"{name}-pull", text=text, **values):
            if stays:
                self._share(side, sleeps, near)
            self._pull(side, _SLOW if sleeps is not None else _QUICK, [each for each in (near, fan, others) if each])
            self.rest()

    def _share(
        self,
        side: Side,
        sleeps: Side | None,
        near: AsNear | None,
        fan: TwoAngles | None = None,
        others: Others | None = None,
    ) -> None:
        """Let the words of a phrase light up, and their shares hang from them; without room for bars, the band widens.

        Before that it may be shown that its word is as near as another, or at which angle each stands.
        """
        if sleeps is not None:
            off = self._turn_off(sleeps, sleeps.phrase)
            self.play(*self._light(side), *off, run_time=_RELIT)
        if near is not None:
            self._compare(near)
        if side.bars is None:
            self.play(Widen(side.band), run_time=self.style.times.slow)
        elif fan is not None:
            self._fan_out(fan, side.bars, others)
        elif near is not None:
            self._grow_from([near.middle, near.hand[1]], side.bars.kept, side.bars, side.bars.numbers)
        else:
            self._hang(side.bars)

    def _fan(self, side: Side) -> TwoAngles | None:
        """Return the angles at which the word stands to itself and to what pulls it, where these tell the shares.

        The narrower the angle, the larger the share: of all words of the phrase, as far as their shares are printed.
        """
        index, step = self.sides.index(side), side.pull
        if not self.subject.has_icon or side.bars is None or not len(side.bars.numbers):
            return None
        if set(side.bars.seen) != set(side.bars.kept) or float(step.weights[step.position]) <= float(
            step.weights[step.strongest]
        ):
            return None
        if float(torch.linalg.vector_norm(step.vectors, dim=1).min()) == 0:  # it has no direction
            return None
        if float(self.numbers.wide[index]) <= float(self.numbers.angles[index]):
            return None
        place = self.plane.place(self.numbers.pulling[index])
        colors = (self.color, self.color_of(side.puller))
        degrees = torch.stack([self.numbers.own, self.numbers.angles[index]])
        fan = TwoAngles(self.plane.origin, self.start, place, degrees, colors, style=self.style)
        boxes = self._still_boxes()
        lines = [*self.plane.axis_segments(), *self._guides()]
        free = all(_is_free(box_of(said), boxes, lines) for said in fan.said)
        return fan if fan.is_wide and free else None

    def _fan_out(self, fan: TwoAngles, bars: WordBars, others: Others | None) -> None:
        """Show the word's own angle and share; then the angle to what pulls it; then all others', which get none."""
        numbers = bars.numbers
        own, puller = bars.kept
        said = [FadeIn(each, rate_func=_LATE) for each in fan.said]
        self.play(Create(fan.middle), FadeOut(self.feet), said[0], run_time=_RAY)
        self._grow_from([fan.middle], [own], bars, numbers[:1])
        fan.open(0.0)
        self.add(fan.ray, fan.arc)
        self.play(fan.opens(), said[1], run_time=_OPENS)
        self._grow_from([fan.arc], [puller], bars, numbers[1:])
        self.remove(fan.middle, fan.ray, fan.arc, *fan.said)
        self.add(fan)
        if others is None:
            return
        self.play(*map(Create, others.rays), FadeIn(others.words, rate_func=_LATE), run_time=_RAY)
        self.add(others.arc)
        self.play(others.opens(), FadeIn(others.said, rate_func=_LATE), run_time=_OPENS)
        self.remove(*others.rays, others.words, others.arc, others.said)
        self.add(others)

    def _others(self, side: Side, fan: TwoAngles) -> Others | None:
        """Return the angles of a phrase's other words, which have no share, where they and their names have room."""
        step, bars = side.pull, side.bars
        left = [word for at, word in enumerate(step.words) if at not in (step.position, step.strongest)]
        names = list(dict.fromkeys(left))
        if bars is None or not names:
            return None
        rows = {name: step.vectors[step.words.index(name)] for name in names}
        boxes = [*self._still_boxes(), *map(box_of, fan.said)]
        placed = self.tokens(rows, lines=[*fan.segments, *self.plane.axis_segments()], boxes=boxes)
        color, style = note_color(self.style.theme), self.style
        words = [Token(name, token.at, color, offset=token.offset, style=style) for name, token in placed.items()]
        angle = self.numbers.wide[self.sides.index(side)]
        others = Others(self.plane.origin, self.start, words, angle, color, style=style)
        room = self.view.words(self.stage)
        low = self.view.foot + _ABOVE_LINE
        names_free = all(
            _is_free(box_of(word), boxes, fan.segments) and box_of(word)[0] > room.left and box_of(word)[1] > low
            for word in words
        )
        boxes += map(box_of, words)
        lines = [*self.plane.axis_segments(), *fan.segments, *others.segments]
        return others if names_free and others.find_room(lambda text: _is_free(box_of(text), boxes, lines)) else None

    def _grow_from(
        self, sources: Sequence[VMobject], kept: Sequence[Tube], bars: WordBars, said: Iterable[Mobject] = ()
    ) -> None:
        """Let shares hang from their words while what shows their angles swells."""
        bars.grow(0.0, kept)
        self.add(*kept)
        come = [FadeIn(each, rate_func=_LAST) for each in said]
        self.play(bars.grows(kept), *map(_swells, sources), *come, run_time=_GROWS)

    def _still_boxes(self) -> list[Box]:
        """Return the boxes of all that stands on the plane while angles and legs are shown."""
        boxes = [
            *self.plane.text_boxes(),
            *(box_of(part) for token in self.words.values() for part in token if len(part)),
        ]
        boxes += [box_of(text) for text in self.coordinates.values()]
        return boxes + [_around(at, _HERO / 2) for at in (self.start, *self.ends)]

    def _legs(self, index: int) -> Legs | None:
        """Return how far it is to what pulls the word along each axis, where the numbers have room."""
        if not self.subject.has_icon or self.view.lying:
            return None
        place, numbers, landing = self.plane.place(self.numbers.pulling[index]), self.numbers, self.landings[index]
        corners = [point(self.start[0], place[1]), point(place[0], self.start[1])]
        corners.sort(key=lambda each: float(np.linalg.norm(each - self.plane.origin)))
        others = [each for each in self.landings if len(each) and each is not landing]
        still = [*self._still_boxes(), *map(box_of, others)]
        for corner, drop in product(corners, _DROPS):
            legs = Legs(
                self.start, place, corner, numbers.steps[index], self._number_colors(),
                size=self.style.sizes.number, style=self.style,
            )  # fmt: skip
            lines = [*self.plane.axis_segments(), *legs.segments, *self._ways()]
            landed = VGroup(*landing).copy().shift(point(0.0, -drop))
            texts = [box_of(text) for text in (*self.coordinates.values(), *others, landed) if len(text)]
            if not legs.are_seen or any(inside_length(line, box) > 0 for line in legs.segments for box in texts):
                continue
            if drop and not (len(landing) and _is_free(box_of(landed), still, lines)):
                continue
            boxes = [*still, *([box_of(landed)] if len(landing) else [])]
            if legs.find_room(lambda said, lines=lines, boxes=boxes: _is_free(_swollen(said), boxes, lines)):  # type: ignore[misc]
                landing.shift(point(0.0, -drop))
                return legs
        return None

    def _near(self, first: Side, second: Side) -> AsNear | None:
        """Return both pullers' angles to the word, where they and the lengths are alike and their numbers have room."""
        if self._again() != "as-similar" or not self.subject.has_icon:
            return None
        places = [self.plane.place(row) for row in self.numbers.pulling]
        colors = (self.color, note_color(self.style.theme), self.color_of(second.puller))
        order = [self.sides.index(side) for side in (first, second)]
        others = (places[order[0]], places[order[1]])
        near = AsNear(self.plane.origin, self.start, others, self.numbers.angles[order], colors, style=self.style)
        boxes = self._still_boxes()
        free = all(_is_free(box_of(said), boxes, self.plane.axis_segments()) for said in near.said)
        return near if near.is_alike and free else None

    def _compare(self, near: AsNear) -> None:
        """Show the first word's angle; laid over, it fits the second word's. Both stay until the word is pulled."""
        times = self.style.times
        near.lay_over(0.0)
        self.play(FadeIn(near.middle, near.still, near.said[0]), run_time=_RAY)
        self.add(near.hand)
        self.play(near.lays_over(), run_time=_OVER)
        self.play(FadeIn(near.said[1]), run_time=times.quick)
        self.wait(_FITS)

    def _begin(self) -> None:
        """Show one phrase, then the other; from both the word comes to one place, which has the same numbers."""
        self._gather()
        name = [self.subject.label] if len(self.subject.label) else []
        numbers = self._numbers_of(self.subject.word)
        drawn = [Create(foot) for foot in self.feet]
        self.play(*drawn, FadeIn(self.glow, *name, *numbers), run_time=_GUIDES)
        self.remove(*self.feet, *name, self.subject.mark)
        self.add(self.subject, self.feet)

    def _gather(self) -> None:
        """Let the word come out of each phrase to its one place, the second into the first."""
        for side in sorted(self.sides, key=lambda side: -float(side.phrase.get_y())):
            self.play(FadeIn(side.phrase), run_time=_PHRASE)
            self._come_out(side)
            self.add(self.subject.mark)

    def _come_out(self, side: Side) -> None:
        """Let the word's mark come out of the word in a phrase to its one place; it appears there if a text is between.

        It first stands beside its word, on the side towards the place.
        """
        mark = laid(self._bare().mark.copy(), Layer.PIN)
        word = side.phrase.words[side.pull.position]
        below = -1.0 if float(word.get_y()) > float(self.start[1]) else 1.0
        first = word.get_center() + point(0.0, below * (float(word.height) / 2 + _OUT + _HERO / 2))
        texts = [box_of(each) for other in self.sides for each in other.phrase.words]
        texts += [*self.plane.text_boxes(), *(box_of(text) for each in self.pullers for text in self._numbers_of(each))]
        bow = next((bow for bow in _BOWS if not self._crosses(first, bow, texts)), None)
        if bow is None:
            if self.subject.mark not in self._shown() and self.awake not in self._shown():
                self.play(FadeIn(mark.move_to(self.start), scale=0.8), run_time=self.style.times.move)
                self.remove(mark)
            return
        mark.move_to(first)
        self.play(FadeIn(mark, shift=point(0.0, below * _OUT), scale=0.5), run_time=_POPS)
        self.play(Live([mark], lambda share: mark.move_to(self._on_way(first, bow, share))), run_time=_COME)
        self.remove(mark)

    def _on_way(self, first: Point, bow: float, share: float) -> Point:
        """Return where a word is on its way from a phrase to its place, which bends up by a bow."""
        return first + share * (self.start - first) + point(0.0, bow * np.sin(np.pi * share))

    def _crosses(self, first: Point, bow: float, texts: Sequence[Box]) -> bool:
        """Return whether a word would cross a text on that way."""
        boxes = [_around(self._on_way(first, bow, share), _HERO / 2) for share in np.linspace(0.0, 1.0, 41)]
        return any(overlap(box, text) > 0 for box in boxes for text in texts)

    def _turn_off(self, side: Side, *things: VGroup, size: float = 1.0) -> list[Animation]:
        """Return how what belongs to a phrase is left standing while another one is spoken of, smaller if asked."""
        turned = [(thing, unlit(thing, self.style).scale(size)) for thing in things if len(thing)]
        side.off += turned
        motions: list[Animation] = []
        for lit, off in turned:
            motions += [FadeOut(lit), FadeIn(off)]
        return motions

    def _turn_on(self, side: Side) -> list[Animation]:
        """Return how what belongs to a phrase is lit again."""
        motions: list[Animation] = []
        for lit, off in side.off:
            motions += [FadeIn(lit), FadeOut(off)]
        side.off = []
        return motions

    def _are_apart(self) -> bool:
        """Return whether the printed new places differ."""
        first, second = (format_vector(place, self.digits) for place in self.numbers.updated)
        return first != second

    def _shown(self) -> list[Mobject]:
        """Return everything that is on the stage, groups and their members."""
        return [member for mobject in self.mobjects for member in mobject.get_family()]

    def _turn_to(self, first: Side, second: Side) -> None:
        """Speak of the other phrase: what the first one has moved sleeps where it is, and the word comes out again.

        One after the other, for the phrase is the cause of all: nothing on the plane changes before it is read.
        """
        self.play(
            *self._turn_off(first, first.phrase), *self._turn_on(second),
            *map(FadeOut, [*self._record_of(first), *first.sum, *self._legs_of(first)]), run_time=_EDIT,
        )  # fmt: skip
        self.wait(_READ)
        color, grey, travelled = self.color_of(first.puller), note_color(self.style.theme), first.travelled
        sleeps = Live([travelled], lambda share: self._doze(travelled, share).paint(_between(color, grey, share)))
        # A word without an icon wakes with its name, where it was said that it began.
        said = [] if self.subject.has_icon else [each for each in [self.begins] if len(each)]
        self.play(
            *self._turn_off(first, first.token, size=_DOZES if self.subject.has_icon else 1.0),
            *self._dim(second), sleeps,
            *map(FadeOut, [first.band, first.glow, *said, *[first.landing] * bool(len(first.landing))]),
            run_time=_SLEEPS,
        )  # fmt: skip
        self._come_out(second)
        self.add(self.awake)
        self.play(FadeIn(self.glow), *self._light(second), run_time=_WAKES)

    def _record_of(self, side: Side) -> list[VMobject]:
        """Return what stands of a road."""
        road, shown = side.road, self._shown()
        own = [] if side.bars is None else [side.bars.kept[0]]
        return [each for each in (road.tube, road.token, road.pulling, road.said, *own) if each in shown]

    def _legs_of(self, side: Side) -> list[Legs]:
        """Return the legs of a way, where there are any."""
        return [] if side.legs is None else [side.legs]

    def _doze(self, travelled: Travelled, share: float) -> Travelled:
        """Let a way be covered by its word's icon as much as that has shrunk to the size in which it sleeps."""
        return travelled.cover(_COVERED * self.subject.has_icon * (1 - share * (1 - _DOZES)))

    def _names(self, side: Side) -> dict[str, str]:
        word, puller = side.pull.word, side.puller
        percent = format_number(100 * side.share, 0)
        names = {"word": word, "Word": capital(word), "puller": puller, "Puller": capital(puller)}
        return names | {"percent": percent, "own": format_number(100 * float(side.pull.weights[side.pull.position]), 0)}

    def _moves(self, side: Side, text: str) -> str:
        """Return the key of a pull's texts: another one where the word hardly moves."""
        return "still" if reads_as_zero(self._names(side)["percent"]) else text

    def _again(self) -> str:
        """Return the key of the second pull's texts: equally far, as printed, and that by an equally similar word."""
        numbers = self.numbers
        percents, scores = ({shown(each) for each in one.tolist()} for one, shown in (
            (numbers.percents, lambda each: format_number(each, 0)), (numbers.scores, format_number)
        ))  # fmt: skip
        if len(percents) > 1:
            return "second-pull"
        return "alike" if len(scores) > 1 else "as-similar"

    def _pull(self, side: Side, seconds: float, near: Sequence[AsNear | TwoAngles | Others]) -> None:
        """Let the words' shares become a road; let the word come along that and the plane.

        Args:
            side: the phrase that pulls.
            seconds: of the word's way.
            near: what has shown the angles: it leaves.
        """
        road, ground = side.road, self.style.theme.background
        tokens = [side.token, road.token]
        if side.bars is not None:
            self._lay_out(side, side.bars)
        shown = self._shown()
        leave = [thing for thing in (*self.feet, self.glow) if thing in shown]
        leave += [self.subject.label] if self.subject.has_icon and self.subject.label in shown else []
        leave += near
        come = [thing for thing in self.old_place if len(thing) and thing not in shown]
        self.remove(self.subject, self.awake)
        self.add(side.token)
        laid_out: list[Animation] = []
        if side.bars is None:
            self.add(road.tube, road.token)
            laid_out = [Live([road.tube], road.roll_out, rate_func=_ROLLS), FadeIn(road.pulling)]
        legs: list[Animation] = []
        if side.legs is not None:
            legs = [*map(Create, side.legs.lines), FadeIn(side.legs.said, rate_func=_LATE)]
        rims = [draw_rim(token, ground, self.color_of(side.puller)) for token in tokens]
        self.play(
            *[Widen(side.band)] * (side.band not in shown), *laid_out, *rims, *legs,
            FadeIn(side.glow), *(FadeIn(thing, rate_func=_LATE) for thing in come),
            *(FadeOut(thing, rate_func=_EARLY) for thing in leave), run_time=self.style.times.slow,
        )  # fmt: skip
        if side.legs is not None:
            self.remove(*side.legs.lines, side.legs.said)
            self.add(side.legs)
        self.add(side.travelled)
        said = [piece for piece in road.said if piece not in self._shown()]
        landed = [FadeIn(side.landing, rate_func=_LAST)] if len(side.landing) else []
        self.play(self._come(side), *landed, run_time=seconds)
        if said:
            self.play(*(FadeIn(piece, rate_func=_LATE) for piece in said), run_time=_REMAINS)
        self.add(road)
        if side.bars is not None:
            self.add(side.bars.kept[0])
        self._work_out(side)

    def _work_out(self, side: Side) -> None:
        """Print the sums of the word's new numbers, each while the number of its leg swells."""
        if side.legs is None:
            for line in side.sum:
                self.play(FadeIn(line), run_time=self.style.times.quick)
            return
        terms = [(FadeIn(line), _swells(leg)) for line, leg in zip(side.sum, side.legs.said, strict=True)]
        # The second time the sums are known: both come at once.
        for motions in terms if side is self.sides[0] else [sum(terms, ())]:
            self.play(*motions, run_time=_TERM)

    def _hang(self, bars: WordBars) -> None:
        """Let the weights hang from their words, and print those of the two that count."""
        bars.grow(0.0)
        self.add(*bars.seen)
        self.play(bars.grows(), run_time=_HANG)
        if len(bars.numbers):
            self.play(FadeIn(*bars.numbers), run_time=self.style.times.quick)

    def _lay_out(self, side: Side, bars: WordBars) -> None:
        """Let the puller's weight and the word's own become the road: the part that the word comes, and the rest."""
        road = side.road
        ends = [each for each in (road.own, road.percent) if each is not None]
        moved = [
            _filed(number, end.get_center(), float(end.height)) for number, end in zip(bars.numbers, ends, strict=False)
        ]
        gone = [FadeOut(bar, rate_func=_EARLY) for bar in bars.others]
        self.play(bars.lie_down(side.share), *moved, *gone, run_time=_LIES)
        self.remove(*bars.numbers)
        self.add(*ends[: len(bars.numbers)])
        road.tube.set_share(side.share)
        own, puller = bars.kept
        laid(own, Layer.FRAME)  # seen upon the empty road, also while that is filled
        self.add(road.tube, own)
        self.remove(puller)
        set_rim(road.token, ManimColor(self.style.theme.background))
        self.play(FadeIn(road.token, road.pulling), run_time=self.style.times.quick)
        self.wait(_LAIN)

    def _come(self, side: Side, first: float = 0.0) -> Live:
        """Return how the word comes along: on the plane and, at the same moment, on the road.

        Args:
            side: the phrase that pulls.
            first: the share of its way that it has come before, 0 or 1; from 1 it goes back.
        """
        road, is_filled = side.road, side.bars is not None or first > 0

        def also(share: float) -> None:
            come = (first + share * (1 - 2 * first)) * side.share
            (road.walk if is_filled else road.set_share)(come)
            side.travelled.set_share(come)

        shown = self._shown()
        moved = [side.travelled, *(part for part in (road.tube, road.token) if part in shown)]
        return slide(
            side.token,
            self.start if first else side.there,
            [side.band],
            glow=side.glow,
            offset=side.offset,
            also=also,
            moved=moved,
        )

    def _both(self, first: Side, second: Side) -> None:
        """Wake the first phrase beside the second; then both words go from their one place to their two, together."""
        color, grey, travelled = self.color_of(first.puller), note_color(self.style.theme), first.travelled
        wakes = Live([travelled], lambda share: self._doze(travelled, 1 - share).paint(_between(grey, color, share)))
        numbers = [text for name in self.words for text in self._numbers_of(name) if text in self._shown()]
        gone = [*self._record_of(second), *second.sum, *self._legs_of(second), *numbers]
        if self.subject.has_icon:  # the phrases name them
            for name, token in self.pullers.items():
                if len(token.label) and token in self._shown() and token.has_icon:
                    self.remove(token)
                    self.add(*self._bare_of(name), token.label)
                    gone.append(token.label)
        gone += [each for each in [self.begins] if each in self._shown()]
        lit = [*self._turn_on(first), *self._light(None, named=not self.subject.has_icon), *map(FadeOut, gone)]
        self.play(*lit, wakes, FadeIn(first.glow, first.band), run_time=_LIT)
        if not self.subject.has_icon:
            return  # its name would cross the other's
        landings = [side.landing for side in (first, second) if len(side.landing)]
        gone = [FadeOut(landing) for landing in landings if landing in self._shown()]
        self.play(*(self._come(side, 1.0) for side in (first, second)), *gone, run_time=_BACK)
        self.wait(_ONE)
        come = [FadeIn(landing, rate_func=_LAST) for landing in landings]
        self.play(*(self._come(side) for side in (first, second)), *come, run_time=_SLOW)


def _narrowest_other(step: Pull) -> Tensor:
    """Return the narrowest angle of words other than the word itself and what pulls it most, degrees; 180 for none."""
    degrees = degrees_apart(step.vectors, step.vector)
    degrees[[step.position, step.strongest]] = 180.0
    return degrees.min()


def _swollen(text: VMobject) -> Box:
    """Return the box of a text that has swollen."""
    (x, y), grown = flat(text.get_center()), 1 + _SWELL
    return _box((x, y), grown * float(text.width), grown * float(text.height))


def _swells(thing: VMobject) -> Live:
    """Return how a text, or a stroke, swells and goes back."""
    if thing.family_members_with_points()[0].get_fill_opacity() > 0:
        size = [1.0]

        def swell(share: float) -> None:
            wanted = 1 + _SWELL * float(there_and_back(share))
            thing.scale(wanted / size[0])
            size[0] = wanted

        return Live([thing], swell, rate_func=linear)
    width = float(thing.get_stroke_width())
    return Live([thing], lambda share: thing.set_stroke(width=width * (1 + 4 * _SWELL * float(there_and_back(share)))),
                rate_func=linear)  # fmt: skip


def _filed(number: VMobject, end: Point, height: float) -> Live:
    """Return how a percentage with its halo goes to where it is filed, as high as it is there."""
    _, text = number.submobjects
    start, way = text.get_center(), end - text.get_center()
    first, grown = float(text.height), height / float(text.height)

    def follow(share: float) -> None:
        number.scale(first * (1 + share * (grown - 1)) / float(text.height))
        number.shift(start + share * way - text.get_center())

    return Live([number], follow)


def _between(first: str, last: str, share: float) -> str:
    """Return the colour a share of the way from one colour to another, both ``#rrggbb``."""
    return ManimColor(first).interpolate(ManimColor(last), share).to_hex()


def _digits_of(numbers: TwoPulls) -> int:
    """Return digits after the point of both new places, to which the printed percentages of the ways lead."""
    ways = zip(numbers.pulling, numbers.percents / 100, numbers.updated, strict=True)
    return digits_that_agree(numbers.vector, list(ways))


def _wider(box: Box) -> Box:
    """Return a text's box with so much room at its sides that another beside it does not read as one line with it."""
    return (box[0] - _BESIDE, box[1], box[2] + _BESIDE, box[3])


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)


def _box(middle: tuple[float, float], width: float, height: float) -> Box:
    return (middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2)


def _is_free(box: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
    """Return whether a box covers no other box and no line."""
    return all(overlap(box, other) == 0 for other in boxes) and all(inside_length(line, box) == 0 for line in lines)
