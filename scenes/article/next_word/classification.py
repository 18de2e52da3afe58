"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Every row of the classifier is an arrow. Each is drawn at its own length and its own angle to the context's line, so its
shadow on this line is true. A shadow, stretched by the context's length, is a score; the longest shadow names the
prediction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np
import torch
from manim import (
    RIGHT,
    Animation,
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import Fan
from scenes.article.next_word.foresight import free_place, word_on_its_way
from scenes.article.next_word.guesses import quiet
from scenes.article.next_word.lamp import Lamp
from scenes.article.next_word.ledger import Ledger
from scenes.article.next_word.marks import parts
from scenes.article.next_word.mixing import between, mixed, palette
from scenes.motion.become import recolor
from scenes.motion.live import Live, growing
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, Spot, inside_length, overlap, place_labels
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.scale_bar import ScaleBar
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Number, format_number, format_vector
from scenes.parts.text.typeset import Label, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_LANE, _NUMBERED, _UNDER = 0.55, 1.75, 0.62
"""Scene units from the context's line to the chart of scores, and to the sum at its right or below it: a shadow stands
between, and at the right its length as well."""

_SUM, _SUM_HIGH, _SUM_TALL = 3.4, 2.3, 5.7
"""Scene units: the width of the sum at the right of the line, and its height below it, at least; that in a frame that
is higher than wide."""

_SLIM, _WIDEST, _ROW = 0.3, 1.65, 2.4
"""Scene units between the texts of neighbouring columns, at least, and from a column to the next, at most; from a row
to the next in heights of its capitals, where bars lie."""

_HALF_BAR = 0.3
"""Half of a bar's thickness as a share of the way from one to the next."""

_TEXT = 0.16
"""Scene units from a bar's end, or from zero, to its text."""

_ICON, _SMALL_ICON = 1.0, 0.5
"""Scene units: the height of words' icons, and where there is less room."""

_WORD, _CONTEXT, _STEP = 0.1, 0.18, 0.15
"""Scene units: the shafts of answers' arrows, of the context's, and of the phrase's words'."""

_SPEAKING = 1.6
"""The factor by which the shaft of the arrow that reaches farthest is wider at last."""

_CLEAR, _SLAB = 0.16, 0.34
"""Scene units from the context's line to a shadow beside it, and across this."""

_TAIL, _BESIDE = 0.45, 0.12
"""Scene units by which the context's line goes on beyond the shadows, and from it to its name."""

_LINK = 0.16
"""Scene units from a bar to the arrow beside it that says how much longer it is than its shadow."""

_MOST_DIGITS = 4
"""The digits after the point of a shadow's length, at most."""

_TRIES = 5
"""Rounds in which a scale is found for texts whose reach depends on it."""

_AIR, _ABOVE_FOOT = 0.2, 0.2
"""Scene units around a step's name, and between the phrase's arrows and the foot's room."""

_START = 0.09
"""Scene units: the radius of the point from which all arrows go."""

_LARGE = 1.9
"""The factor by which the phrase is larger at first, at most."""

_READ, _PRODUCTS, _LAST = 0.6, 1.8, 1.2
"""Seconds for the phrase to be read, in which the products come, one after the other, and of stillness at the end."""

_CHAIN = 1.2
"""Seconds in which the words' arrows become the steps of a way."""

_COLUMN, _COLUMN_AWAY = (1.45, 1.3, 1.15, 1.0, 0.8), 0.55
"""The factors by which the context's numbers are larger at first, the best first; scene units to them from its
arrow."""

_NEARER, _SCALE_BAR = (1.3, 1.2, 1.1, 1.0), 0.45
"""The factors by which the view comes nearer as steps are laid, the best first; the width of the longest bar that shows
the scale as a share of the field's."""

_TALLER = 1.2
"""The length of a context from which bars are so much longer than shadows that they may stand beside the phrase."""

_LEAST_STRETCH, _MOST_STRETCH = 0.4, 2.5
"""Lengths of a context with which shadows and bars are drawn in one scale: with others, one of them is not seen."""

_BACK, _STEPS_BACK, _GROWS = 2.8, (0.22, 0.86), 0.3
"""Seconds in which answers' arrows grow and the view steps back; the shares of them in which it does, and in which one
of the arrows grows."""

_FALL, _AGAIN, _BECOMES, _STRETCHES, _TIES = 1.8, 1.4, 0.7, 0.9, 0.8
"""Seconds for light and the first shadow to fall, for the same once more, for the shadow to become a bar, for this to
be stretched to the score, and for the longest shadow to be tied to its bar."""

_CLEARED, _NEXT = 0.5, 2.0
"""Seconds in which the sum leaves, and for all that with each of the other words."""

_LIGHT, _FALLEN, _THERE, _READ_IT, _LONG = 0.2, 0.4, 0.56, 0.72, 0.9
"""The shares of such a time until light has come, until the shadow has fallen, until it is a bar in its place, until
its length has been read, and until the bar is stretched."""

_LAMP_ROOM, _SPARE = 0.35, 0.3
"""Scene units at the edge of the field where the lamp is, and beside the fan, for its labels to have a choice."""


class Classification(PlaneFigure):
    """attention-classification: a dot product for each word of the vocabulary, and the largest is the prediction."""

    name = "attention-classification"
    claims = CLASSIFICATION_CLAIMS
    world_name = "next-word"
    with_plane = False
    with_record = False
    Parameters = Choice
    numbers: Chosen
    parameters: Choice

    @classmethod
    def compute(cls, parameters: Choice, world: World) -> Chosen:
        """Return the context vector of the phrase, and its dot product with every row of the trained classifier."""
        return choose(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Chosen) -> Mapping[str, object]:
        """Return the phrase, the context vector, the drawn words' scores and the prediction."""
        scores = [
            f"{numbers.vocabulary[index]} {format_number(float(numbers.scores[index]))}" for index in numbers.drawn
        ]
        return {
            "phrase": " ".join(numbers.words),
            "last": numbers.words[-1],
            "vector": format_vector(numbers.context),
            "scores": ", ".join(scores),
            "word": numbers.predicted,
        }

    def build(self) -> None:
        """Make the phrase, its words' arrows and their mean, the fan of answers, the chart of scores and the sum."""
        numbers, style = self.numbers, self.style
        hues = palette(numbers.words, self.colors_of(numbers.words), style)  # as in the glasses of attention-predict
        self.hue = mixed(hues, numbers.context.new_full((len(hues),), 1 / len(hues)))
        self.at_rest, self.lit = quiet(style.theme), self.color_of(numbers.predicted)
        # The lowest score first: a bar on its way to its place, the farthest one first, meets none.
        self.positions = sorted(numbers.drawn, key=lambda row: float(numbers.scores[row]))
        self.names = [numbers.vocabulary[index] for index in self.positions]
        self.best = len(self.positions) - 1
        self._make_phrase(hues)
        field = self.field = self._field()
        self._make_fan(field)
        self._make_chart()
        self._make_line(field)
        self._make_sum(field)
        self.terms = [self._term(index) for index in range(len(self.positions))]
        self._make_words(field, hues)
        self._make_scale(field)

    def _field(self) -> Region:
        """Return where everything but the phrase and the line at the foot is."""
        safe, view = self.stage.safe, self.view
        further = 0.65 * (view.foot_lines - 1)
        return Region(safe.left, safe.right, view.foot + 0.5 + further, view.header - 0.45 - further)

    @property
    def _size(self) -> float:
        sizes, stage = self.style.sizes, self.stage
        return sizes.head if stage.is_wide else sizes.number if stage.is_portrait else sizes.tick

    def _make_phrase(self, hues: Sequence[str]) -> None:
        """Make the phrase with the free place of its next word."""
        numbers, style = self.numbers, self.style
        written = (*self.world.written(self.parameters.phrase), numbers.predicted)
        colors = [*hues, self.lit]
        self.phrase = HeaderPhrase(written, colors, self.stage, self.view, side="middle", style=style)
        self.next_word = self.phrase.words[-1]
        self.phrase.remove(self.next_word)  # until it is found
        self.blank = free_place(self.next_word, self.next_word.baseline, drop=0.12, over=0.0, style=style)

    def _make_fan(self, field: Region) -> None:
        """Make the answers' arrows beside the context's line, which stands upright, or lies where this is larger."""
        numbers, style, size = self.numbers, self.style, self._size
        texts: list[Typeset] = [Label(name, size=size, style=style) for name in self.names]
        texts += [Number(numbers.scores[row], size=size, style=style) for row in self.positions]
        wide, tall = max(float(text.width) for text in texts), max(text.cap_height for text in texts)
        length = float(numbers.length)
        self.stretch = length if _LEAST_STRETCH <= length <= _MOST_STRETCH else 1.0
        made = [self._beside_upright(field, wide + (_SLIM if self.stage.is_wide else 0.5 * _SLIM), 2 * _TEXT + tall)]
        if not self.stage.is_wide:
            beyond = max(wide, float(Label(self.says("context"), size=size, style=style).width)) + 2 * _TEXT
            made.append(self._above_lying(field, _ROW * tall, beyond))
        self.fan, self.pitch, self.upright = max(made, key=lambda each: each[0].unit)
        self.along, self.onward = (point(0.0, 1.0), point(1.0)) if self.upright else (point(1.0), point(0.0, -1.0))
        for index, arrow in enumerate(self.fan.arrows):
            arrow.body.set_fill(style.theme.fill(style.theme.ink))
            self.fan.paint(index, style.theme.ink)

    def _beside_upright(self, field: Region, pitch: float, beyond: float) -> tuple[Fan, float, bool]:
        """Return the fan at the left of an upright context, beside the sum and the chart, and the chart's pitch.

        Args:
            field: where all are.
            pitch: from one bar to the next, scene units, at least.
            beyond: scene units for the texts beyond the longest bars.
        """
        count, numbers = len(self.names), self.numbers
        chart = _LANE + count * pitch
        room = field.inset(left=_LAMP_ROOM, right=max(chart, _NUMBERED + _SUM))
        if self.stretch > _TALLER and float(VGroup(self.phrase, self.blank).width) < room.width:
            room = Region(room.left, room.right, room.bottom, max(room.top, self.stage.safe.top))
        places, context = (_laid_out(each, True) for each in (numbers.swung[self.positions], self._upwards()))
        fan = self._with_bars(places, context, room, beyond, True)
        free = (field.right - float(fan.origin[0]) - _LANE) / count
        return fan, min(max(pitch, free), _WIDEST), True

    def _above_lying(self, field: Region, pitch: float, beyond: float) -> tuple[Fan, float, bool]:
        """Return the fan above a context that lies, above the sum and the chart, and the chart's pitch.

        Args:
            field: where all are.
            pitch: from one bar to the next, scene units.
            beyond: scene units for the texts beyond the longest bars on both sides.
        """
        numbers, chart = self.numbers, _LANE + len(self.names) * pitch
        places, context = (_laid_out(each, False) for each in (numbers.swung[self.positions], self._upwards()))
        high = _SUM_TALL if self.stage.is_portrait else _SUM_HIGH
        room = field.inset(bottom=max(chart, _UNDER + high), top=_LAMP_ROOM)
        return self._with_bars(places, context, room, beyond, False), pitch, False

    def _with_bars(
        self, places: torch.Tensor, context: torch.Tensor, room: Region, beyond: float, upright: bool
    ) -> Fan:
        """Return the fan in a scale in which bars as well, with texts beyond them, have room along its line.

        Args:
            places: of the rows, as they lie in the picture.
            context: the same of the context.
            room: where the fan is, and along its line the bars.
            beyond: scene units for the texts at both ends of the bars.
            upright: whether the line is upright.
        """
        shadows, unit = self.numbers.shadows[self.positions], np.inf
        low, high = (self.stretch * float(end) for end in (shadows.min().clamp(max=0.0), shadows.max().clamp(min=0.0)))
        for _ in range(_TRIES):  # how far texts reach, in numbers, depends on the scale
            ends = [[low - beyond / unit, 0.0], [high + beyond / unit, 0.0]]
            ends = [end[::-1] if upright else end for end in ends]
            reaches = torch.cat([context, places.new_tensor(ends)])
            fan = Fan(self.names, places, reaches, room, **self._fan_options(upright))
            unit = fan.unit
        spare = room.right - float(fan.origin[0])
        if upright and _SPARE < 2 * spare < room.width:  # all room that is left lies beside the sum and the chart
            fan = Fan(self.names, places, reaches, room.inset(right=2 * spare - _SPARE), **self._fan_options(upright))
        return fan

    def _fan_options(self, upright: bool) -> dict[str, Any]:
        """Return how a fan looks, whose line is upright or lies."""
        return {
            "size": self._size,
            "width": _WORD,
            "icon": _ICON if self.stage.is_wide else _SMALL_ICON,
            "along": point(0.0, 1.0) if upright else point(1.0),
            "style": self.style,
        }

    def _upwards(self) -> torch.Tensor:
        """Return the context as it is away from its own line, and along it, shape (1, 2)."""
        length = self.numbers.length
        return torch.stack([0 * length, length])[None]

    def _make_line(self, field: Region) -> None:
        """Make the context's arrow with its line and its name, and put the phrase above the fan."""
        style, fan = self.style, self.fan
        self.start = laid(Dot(fan.origin, radius=_START, color=style.theme.ink), Layer.LABEL)
        self.tip = self._spot(0.0, fan.unit * float(self.numbers.length))
        self.arrow = Vector(fan.origin, self.tip, self.hue, width=_CONTEXT, style=style).thin_rim()
        laid(self.arrow, Layer.PIN)
        self.spine = Line(fan.origin, self.tip).set_stroke(self.hue, style.strokes.bold)
        self.behind = Line(fan.origin, self.tip).set_stroke(style.theme.dim, style.strokes.line)
        laid(VGroup(self.spine, self.behind), Layer.SHEET)
        name = Label(self.says("context"), size=self._size, color=self.hue, style=style)
        self.context_name = labelled(name, style)
        self._lay_line()
        boxes = [box_of(piece) for piece in (self.context_name, *fan.labels)]
        middle = (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2
        left, right = field.left - box_of(self.phrase)[0], field.right - box_of(self.blank)[2]
        header = (box_of(self.phrase)[0] + box_of(self.blank)[2]) / 2
        away = point(max(min(middle - header, right), left))
        VGroup(self.phrase, self.blank, self.next_word).shift(away)

    def _lay_line(self) -> None:
        """Lay the context's line and its name where the fan is."""
        fan, numbers, name = self.fan, self.numbers, self.context_name
        reaches = [fan.unit * float(numbers.shadows[row]) for row in self.positions]
        far, wide = max(*reaches, fan.unit * float(numbers.length)), float(name.width)
        end = _TAIL if self.upright else _BESIDE + wide
        self.spine.put_start_and_end_on(fan.origin, self._spot(0.0, far + end))
        self.behind.put_start_and_end_on(fan.origin, self._spot(0.0, min(*reaches, 0.0) - _TAIL))
        name.move_to(self._spot(0.0, far) + point(_BESIDE + wide / 2, _BESIDE + float(name.height) / 2))

    def _spot(self, onward: float, along: float) -> Point:
        """Return the point so far from the context's line, towards the chart, and so far along it, in scene units."""
        return np.asarray(self.fan.origin + onward * self.onward + along * self.along)

    def _column(self, index: int) -> float:
        """Return how far a word's bar is from the context's line."""
        return _LANE + (index + 0.5) * self.pitch

    def _put_beyond(self, text: Typeset, onward: float, along: float, side: float) -> None:
        """Put a text beyond a place of the chart, forwards along the context's line or backwards."""
        half = (text.cap_height if self.upright else float(text.width)) / 2
        x, y = flat(self._spot(onward, along + side * (_TEXT + half)))
        laid(text.set_x(x).on_baseline(y - text.cap_height / 2), Layer.LEDGER)

    def _make_chart(self) -> None:
        """Make a bar for each score, with its word and its number, and the zero line."""
        numbers, style, count = self.numbers, self.style, len(self.positions)
        first, last = self._spot(0.0, 0.0), self._spot(_LANE + count * self.pitch, 0.0)
        self.zero = laid(Line(first, last).set_stroke(style.theme.dim, style.strokes.line), Layer.SHEET)
        self.bars, self.words, self.scores = [], list[Label](), list[Number]()
        for index, row in enumerate(self.positions):
            reach = self.stretch * self.fan.unit * float(numbers.shadows[row])
            side, column = (-1.0 if reach < 0 else 1.0), self._column(index)
            bar = VMobject(stroke_width=0).set_fill(style.theme.ink, 1.0 if style.theme.filled else 0.0)
            if not style.theme.filled:
                bar.set_stroke(style.theme.ink, style.strokes.thin)
            self.bars.append(laid(bar, Layer.LEDGER))
            word = Label(self.names[index], size=self._size, style=style)
            score = Number(numbers.scores[row], size=self._size, style=style)
            self._put_beyond(word, column, 0.0, -side)
            self._put_beyond(score, column, reach, side)
            self.words.append(word)
            self.scores.append(score)
            self._draw_bar(index, 1.0, 1.0)

    def _draw_bar(self, index: int, share: float, stretched: float = 0.0) -> None:
        """Draw a bar on its way from where the word's shadow lies, beside the line, to its column.

        Args:
            index: the word's.
            share: 0 to 1 of the way.
            stretched: 0 to 1 of the way from the shadow's length to the score's.
        """
        reach = self.fan.unit * float(self.numbers.shadows[self.positions[index]])
        reach *= 1 + stretched * (self.stretch - 1)
        half = _HALF_BAR * self.pitch
        first, last = (_CLEAR, _CLEAR + _SLAB), (self._column(index) - half, self._column(index) + half)
        near, far = (one + share * (other - one) for one, other in zip(first, last, strict=True))
        corners = [self._spot(near, 0.0), self._spot(far, 0.0), self._spot(far, reach), self._spot(near, reach)]
        self.bars[index].set_points_as_corners([*corners, corners[0]])

    def _shadow(self, index: int, color: str) -> Shadow:
        """Return a word's shadow beside the context's line, on the side of the chart."""
        fan = self.fan
        return Shadow(
            fan.origin, fan.ends[index], fan.origin + self.along, color, clear=_CLEAR, thick=_SLAB, style=self.style
        )

    def _make_words(self, field: Region, hues: Sequence[str]) -> None:
        """Make the arrows of the phrase's words, as large as there is room, the steps that they become, and names."""
        numbers, style, written = self.numbers, self.style, self.world.written(self.parameters.phrase)
        places = _laid_out(numbers.embeddings @ numbers.view.T, self.upright)
        mean = _laid_out(self._upwards(), self.upright)
        room = field.inset(bottom=_ABOVE_FOOT)
        near = self.near = Fan(written, places, mean, room, size=self._size, width=_STEP, style=style)
        for index, hue in enumerate(hues):
            near.arrows[index].body.set_fill(style.theme.fill(hue))
            near.paint(index, hue)
        self.parts = VGroup(*(parts(near.origin, end, len(hues), _STEP, style=style) for end in near.ends))
        self.named = apart(near.labels, [(flat(near.origin), flat(end)) for end in near.ends])
        totals = [0 * places[0], *(total / len(places) for total in places.cumsum(dim=0)), mean[0]]
        for self.nearer in _NEARER:
            *ends, self.mean = [near.origin + self.nearer * (near.place(each) - near.origin) for each in totals]
            if all(room.left < x < room.right and field.bottom < y < room.top for x, y in map(flat, ends)):
                break
        self.steps = list(pairwise(ends))
        middles = [(one + other) / 2 for one, other in self.steps]
        side = -1.0 if sum(float((middle - near.origin) @ self.onward) for middle in middles) > 0 else 1.0
        lines = [(flat(one), flat(other)) for one, other in [*self.steps, (near.origin, self.mean)]]
        self._make_column(field, (near.origin + self.mean) / 2, self.onward * side, lines)
        names = [
            Label(self.says("share", count=len(written), word=word), size=self._size, color=hue, style=style)
            for word, hue in zip(written, hues, strict=True)
        ]
        spots = [
            Spot(*flat(middle), float(name.width) + _AIR, float(name.height) + _AIR, outward=flat(-side * self.onward))
            for middle, name in zip(middles, names, strict=True)
        ]
        bounds = (field.left, field.bottom, field.right, field.top)
        centres = place_labels(spots, bounds, lines=lines, boxes=[box_of(self.column)])
        for name, at in zip(names, centres, strict=True):
            name.move_to(point(*at))
        taken = [box_of(piece) for piece in self.column]
        self.step_names = apart([labelled(name, style) for name in names], lines, taken)

    def _make_column(self, field: Region, middle: Point, out: Point, lines: Sequence[Segment]) -> None:
        """Make the context's name and numbers large beside its arrow; they are those of the sum, and go there.

        Args:
            field: where they may be.
            middle: of the arrow.
            out: the direction in which they stand from it, 1 scene unit long.
            lines: what they keep off.
        """
        pieces = self.ledger.heads[0], *(line[0] for line in self.ledger.lines)
        self.column = VGroup(*pieces)
        self.filed = [member.points.copy() for member in self.column.family_members_with_points()]
        bounds, centre = (field.left, field.bottom, field.right, field.top), np.asarray(self.column.get_center())
        width, height = float(self.column.width), float(self.column.height)
        for factor in _COLUMN:
            wide, high = factor * width, factor * height
            near = middle + (_COLUMN_AWAY + (wide if self.upright else high) / 2) * out
            spot = point(*free_spot((wide + 0.2, high + 0.2), bounds, flat(near), lines=lines))
            x, y = flat(spot)
            box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            inside = wide < field.width and bounds[1] <= box[1] and box[3] <= bounds[3]
            if inside and not any(inside_length(line, box) > 0 for line in lines):
                break
        self.waiting = [*self._as_named(), *self.filed[len(pieces[0].family_members_with_points()) :]]
        self._put([*self.column], [spot + factor * (at - centre) for at in self.filed])

    def _as_named(self) -> list[np.ndarray]:
        """Return the outlines of the name beside the context's line: the large one goes there."""
        named = next(piece for piece in self.context_name.get_family() if isinstance(piece, Label))
        return [member.points.copy() for member in named.family_members_with_points()]

    def _put(self, pieces: Sequence[VMobject], outlines: Sequence[np.ndarray]) -> None:
        members = [member for piece in pieces for member in piece.family_members_with_points()]
        for member, outline in zip(members, outlines, strict=True):
            member.points = np.array(outline)

    def _filing(self, pieces: Sequence[VMobject], goals: Sequence[np.ndarray], **options: Any) -> Live:
        """Return how the context's name and numbers go to a place, as outlines of their glyphs."""
        begun = [member.points.copy() for piece in pieces for member in piece.family_members_with_points()]

        def follow(share: float) -> None:
            self._put(pieces, [one + share * (other - one) for one, other in zip(begun, goals, strict=True)])

        return Live(pieces, follow, **options)

    def _make_scale(self, field: Region) -> None:
        """Make the bar that shows the scale, which is seen to change; nothing without room for it."""
        style, near, fan = self.style, self.near, self.fan
        most = _SCALE_BAR * field.width / self.nearer
        bar = ScaleBar(near.unit, most, size=style.sizes.number, style=style)
        bar.measure(point(), self.nearer * near.unit)
        width, height, low = float(bar.width), float(bar.height), float(bar.get_bottom()[1])
        left = max(float(near.origin[0]), float(fan.origin[0])) + 2 * _TAIL
        wanted = left + width / 2, field.bottom + _ABOVE_FOOT + height / 2
        ways = [*self.steps, (near.origin, self.mean), (self.behind.get_end(), self.spine.get_end())]
        ways += [(each.origin, end) for each in (near, fan) for end in each.ends]
        lines = [(flat(one), flat(other)) for one, other in ways]
        pieces = [*self.column, *self.named, *self.step_names, *fan.labels, self.context_name]
        boxes = [box_of(piece) for piece in pieces]
        boxes += [(*each.min(axis=0)[:2], *each.max(axis=0)[:2]) for each in self.filed]
        size, bounds = (width + _AIR, height + _AIR), (field.left, field.bottom, field.right, field.top)
        x, y = free_spot(size, bounds, wanted, lines=lines, boxes=boxes)
        self.scale_start = point(x - width / 2, y - height / 2 - low)
        bar.measure(self.scale_start, self.nearer * near.unit)
        self.scale_bar = bar if apart([bar], lines, boxes) else None
        bar.measure(self.scale_start, near.unit)

    def _make_sum(self, field: Region) -> None:
        """Make the sum, and the numbers of the two lengths beside the shadow and the context's arrow."""
        numbers, style, fan = self.numbers, self.style, self.fan
        row = self.positions[self.best]
        x, y = flat(fan.origin)
        room = (
            Region(max(x + _NUMBERED, box_of(self.context_name)[2] + _BESIDE), field.right, field.bottom, field.top)
            if self.upright
            else Region(field.left, field.right, field.bottom, y - _UNDER)
        )
        names = self.says("context"), self.names[self.best], *map(self.says, ("score", "shadow", "length"))
        self.ledger = Ledger(numbers, names, (self.hue, style.theme.ink), room, style=style)
        reach, far = (fan.unit * float(value) for value in (numbers.shadows[row], numbers.length))
        beside, end = _CLEAR + _SLAB + _BESIDE, 0.07
        self.ruler = laid(VMobject().set_stroke(self.hue, style.strokes.line), Layer.PIN)
        ends = ((beside - end, beside + end, at, at) for at in (0.0, far))
        for one, other, low, high in ((beside, beside, 0.0, far), *ends):
            self.ruler.start_new_path(self._spot(one, low))
            self.ruler.add_line_to(self._spot(other, high))
        shadow, length = self._read()
        self.lengths = [self._measure(shadow, reach - 0.3, beside), self._measure(length, far / 2, beside)]
        if not self.upright:  # the sum names both, and stands in their place
            self.ruler.clear_points()
            self.lengths = []
        self.factor, self.link = VGroup(), VGroup()
        if self.upright and self.stretch != 1.0:
            self._make_factor(row)

    def _measure(self, number: Number, along: float, beside: float) -> Number:
        """Put a factor of the sum beside what it measures.

        Args:
            number: the factor.
            along: scene units along the context's line.
            beside: scene units from this line to what stands between.
        """
        x, y = flat(self._spot(beside + _BESIDE + float(number.width) / 2, along))
        return laid(number.set_x(x).on_baseline(y - number.cap_height / 2), Layer.LABEL)

    def _make_factor(self, row: int) -> None:
        """Make the link by which the longest shadow's bar is longer than it, and the factor."""
        style, fan, other = self.style, self.fan, self._read()[1]
        reach = fan.unit * float(self.numbers.shadows[row])
        edge = self._column(self.best) - _HALF_BAR * self.pitch
        times = Label("\N{MULTIPLICATION SIGN}", size=self._size, color=self.hue, style=style)
        x, y = flat(self._spot(edge - 2 * _LINK - _BESIDE, (1 + self.stretch) / 2 * reach))
        other.set_x(x - other.width / 2).on_baseline(y - other.cap_height / 2)
        times.on_baseline(other.baseline).set_x(float(other.get_left()[0]) - _BESIDE - times.width / 2)
        level = Line(self._spot(_CLEAR + _SLAB, reach), self._spot(edge, reach))
        ends = self._spot(edge - _LINK, reach), self._spot(edge - _LINK, self.stretch * reach)
        said = [box_of(text) for text in (*self.scores, *self.words)]
        crossed = any(inside_length((flat(level.get_start()), flat(level.get_end())), box) > 0 for box in said)
        if crossed or any(overlap(box_of(piece), box) > 0 for piece in (times, other) for box in said):
            return
        dashed = DashedLine(level.get_start(), level.get_end()).set_stroke(self.lit, style.strokes.line)
        self.factor = laid(VGroup(times, other), Layer.LEDGER)
        self.link = VGroup(laid(dashed, Layer.SHEET), laid(Vector(*ends, self.hue, style=style), Layer.LEDGER))

    def _read(self) -> list[Number]:
        """Return the shadow's length in ink and the context's in its colour, as they are read in the sum."""
        pieces, style = [piece for piece in self.ledger.factors[:3] if isinstance(piece, Number)], self.style
        digits = [len(each.shown.partition(".")[2]) for each in pieces]
        return [
            Number(each.value, decimals=count, size=self._size, color=color, style=style)
            for each, count, color in zip(pieces, digits, (style.theme.ink, self.hue), strict=True)
        ]

    def _term(self, index: int) -> VGroup:
        """Return at the end of a bar, as long as its shadow, this length and the factor that makes it the score.

        It stands where it meets nothing, also once the bar is stretched; without room there is the length alone, or
        nothing.
        """
        sizes, half = self.style.sizes, _HALF_BAR * self.pitch
        reach = self.fan.unit * float(self.numbers.shadows[self.positions[index]])
        later = range(index + 1, len(self.positions))
        taken = [*(self.bars[each] for each in later), *(self.scores[each] for each in later)]
        boxes = [box_of(each) for each in (*self.words, *taken, self.context_name, *self.fan.labels)]
        for whole, size in product((self.stretch != 1.0, False), (self._size, sizes.number, sizes.tick)):
            term = self._shadow_times(index, size, whole=whole)
            for side in (-1.0, 1.0, 0.0):
                for stretched in (self.stretch, 1.0):
                    self._put_term(term, index, stretched * reach, side, half)
                    if not self._has_room(box_of(term), boxes):
                        break
                else:
                    return laid(term, Layer.LEDGER)
        return VGroup()

    def _shadow_times(self, index: int, size: float, *, whole: bool) -> VGroup:
        """Return the length of an answer's shadow, with as many digits as a pencil needs to get its score.

        Args:
            index: of the answer, in the order in which they stand.
            size: manim font units.
            whole: whether the factor that makes it the score stands behind it.
        """
        style, numbers, row = self.style, self.numbers, self.positions[index]
        factor = self._read()[1]
        shown, digits = len(factor.shown.partition(".")[2]), 2
        read, score = as_printed(factor.value, shown), as_printed(float(numbers.scores[row]), 2)
        shadow = float(numbers.shadows[row])
        while digits < _MOST_DIGITS and as_printed(as_printed(shadow, digits) * read, 2) != score:
            digits += 1
        pieces: list[Typeset] = [Number(numbers.shadows[row], decimals=digits, size=size, style=style)]
        if whole:
            pieces.append(Label("\N{MULTIPLICATION SIGN}", size=size, color=self.hue, style=style))
            pieces.append(Number(factor.value, decimals=shown, size=size, color=self.hue, style=style))
        term = VGroup(*pieces).arrange(RIGHT, buff=_BESIDE)
        for piece in pieces:
            piece.on_baseline(0.0)
        return term

    def _has_room(self, box: Box, boxes: Sequence[Box]) -> bool:
        """Return whether a term is within the field, and meets neither boxes nor a line that bars stand on."""
        field = self.field
        inside = field.left < box[0] and box[2] < field.right and field.bottom < box[1]
        lines = (self.behind.get_end(), self.spine.get_end()), (self.zero.get_start(), self.zero.get_end())
        return (
            inside
            and box[3] <= self.stage.safe.top
            and not any(overlap(box, other) > 0 for other in boxes)
            and not any(inside_length((flat(start), flat(end)), box) > 0 for start, end in lines)
        )

    def _put_term(self, term: VGroup, index: int, reach: float, side: float, half: float) -> None:
        """Put a term beyond a bar's end: from its one edge or its other one, or over its middle."""
        forwards = -1.0 if reach < 0 else 1.0
        first = term[0]
        assert isinstance(first, Typeset)
        if self.upright:
            x, y = flat(self._spot(self._column(index), reach + forwards * (_TEXT + first.cap_height / 2)))
            x -= side * (half - float(term.width) / 2)
        else:
            x, y = flat(self._spot(self._column(index), reach + forwards * (_TEXT + float(term.width) / 2)))
        term.shift(point(x - float(term.get_x()), y - first.cap_height / 2 - first.baseline))

    # --- The beats -----------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Let the words' arrows become one, open the fan, cast one shadow, then all, and choose the longest."""
        best = self.names[self.best]
        with self.beat("context", count=len(self.numbers.words)):
            self._average()
        with self.beat("rows"):
            self._open_fan()
        length = self.ledger.factors[2]
        assert isinstance(length, Number)
        with self.beat("row", word=best, score=self.ledger.score.shown):
            self._add_up()
        with self.beat("shadow", word=best, score=self.ledger.score.shown):
            self._cast_first()
        with self.beat("others", length=length.shown):
            self._cast_all()
        with self.beat("largest", word=best):
            self._choose()

    def _average(self) -> None:
        """Let the phrase's words become arrows, these the steps of a way, and its end the tip of their mean."""
        near, times, arrow = self.near, self.style.times, self.arrow
        self._show_phrase()
        self.add(*near.arrows)
        named = FadeIn(*self.named, rate_func=squish_rate_func(smooth, 0.4, 1.0))
        marked = FadeIn(self.parts, rate_func=squish_rate_func(smooth, 0.6, 1.0))
        scaled = [FadeIn(self.scale_bar)] if self.scale_bar else []
        self.play(growing(near.arrows), named, marked, *scaled, run_time=times.second)
        self.wait(times.quick)
        self._lay_steps()

        def grow(share: float) -> None:
            arrow.set_ends(near.origin, near.origin + max(share, 1e-3) * (self.mean - near.origin))

        grow(0.0)
        self.add(arrow)
        turns = [recolor(word, self.hue) for word in self.phrase.words[:-1]]
        named = FadeIn(*self.column, rate_func=squish_rate_func(smooth, 0.5, 1.0))
        self.play(Live([arrow], grow), named, *turns, run_time=times.slow)
        self.rest()

    def _show_phrase(self) -> None:
        """Show the phrase, large in the middle, and let it go to its place as the arrows' origin comes."""
        whole, field = VGroup(self.phrase, self.blank), self._field()
        members = whole.family_members_with_points()
        goals, middle = [member.points.copy() for member in members], np.asarray(whole.get_center())
        factor = max(1.0, min(_LARGE, field.width / float(whole.width)))

        def arrive(share: float) -> None:
            for member, goal in zip(members, goals, strict=True):
                member.points = goal + (1 - share) * (field.centre - middle + (factor - 1) * (goal - middle))

        arrive(0.0)
        self.add(self.phrase, self.blank)
        self._stand_still(_READ)
        self.start.move_to(self.near.origin)
        begun = FadeIn(self.start, rate_func=squish_rate_func(smooth, 0.6, 1.0))
        self.play(Live([self.phrase, self.blank], arrive), begun, run_time=self.style.times.move)

    def _lay_steps(self) -> None:
        """Let the words' arrows shrink to their shares of the average, then lay them tip to tail."""
        near, origin = self.near, self.near.origin
        ways = [end - start for start, end in self.steps]
        tips = [label.get_center() - end for label, end in zip(near.labels, near.ends, strict=True)]

        def shrink(share: float) -> None:
            for arrow, label, end, way, tip in zip(near.arrows, near.labels, near.ends, ways, tips, strict=True):
                arrow.set_ends(origin, end + share * (origin + way / self.nearer - end))
                label.move_to(arrow.end + tip)

        def chain(share: float) -> None:
            nearer = 1 + share * (self.nearer - 1)
            for arrow, (start, _), way in zip(near.arrows, self.steps, ways, strict=True):
                begun = origin + share * (start - origin)
                arrow.set_ends(begun, begun + nearer / self.nearer * way)
            if self.scale_bar:
                self.scale_bar.measure(self.scale_start, nearer * near.unit)

        unmarked = FadeOut(self.parts, rate_func=squish_rate_func(smooth, 0.5, 1.0))
        self.play(Live([*near.arrows, *self.named], shrink), unmarked, run_time=self.style.times.second)
        early, late = squish_rate_func(smooth, 0.0, 0.2), squish_rate_func(smooth, 0.7, 1.0)
        names = FadeOut(*self.named, rate_func=early), FadeIn(*self.step_names, rate_func=late)
        self.play(Live([*near.arrows, *(self.scale_bar or [])], chain), *names, run_time=_CHAIN)

    def _open_fan(self) -> None:
        """Let answers' arrows grow beyond the picture, and the view step back until they are seen whole."""
        fan, near = self.fan, self.near
        self.play(FadeOut(*near.arrows, *self.step_names), run_time=_CLEARED)
        self._step_back(0.0)
        self.add(*fan.arrows)
        files = self._filing([*self.column], self.waiting, rate_func=squish_rate_func(smooth, 0.1, 0.7))
        lined = FadeIn(self.spine, self.behind, rate_func=squish_rate_func(smooth, 0.75, 1.0))
        named = FadeIn(*fan.labels, rate_func=squish_rate_func(smooth, 0.85, 1.0))
        moved = [self.start, self.arrow, *fan.arrows, *(self.scale_bar or [])]
        self.play(Live(moved, self._step_back, rate_func=linear), files, lined, named, run_time=_BACK)
        self.remove(self.column[0])
        self.add(self.context_name)  # what the large name has become
        self.rest()

    def _step_back(self, time: float) -> None:
        """Draw the context's arrow and those of answers in one scale, which gets smaller as the view steps back.

        Args:
            time: 0 to 1; answers' arrows grow one after the other, the one that reaches farthest first.
        """
        fan, near, length = self.fan, self.near, float(self.numbers.length)
        first, last, back = self.nearer * near.unit, fan.unit, smooth(between(time, *_STEPS_BACK))
        unit = first ** (1 - back) * last**back
        # All goes towards one point of the picture, as if the view moved away from it.
        moved = (first - unit) / (first - last) if abs(first - last) > 1e-9 else back
        origin = near.origin + moved * (fan.origin - near.origin)
        self.start.move_to(origin)
        self.arrow.set_ends(origin, origin + unit * length * self.along)
        if self.scale_bar:
            self.scale_bar.measure(self.scale_start, unit)
        for index, (arrow, end) in enumerate(zip(fan.arrows, fan.ends, strict=True)):
            begun = (_STEPS_BACK[1] - _GROWS) * (1 - index / max(self.best, 1))
            grown = max(smooth(between(time, begun, begun + _GROWS)), 1e-3)
            arrow.set_ends(origin, origin + grown * unit / fan.unit * (end - fan.origin))

    def _painted(self, index: int, color: str) -> list[Animation]:
        """Return how an arrow and its word take on a colour."""
        return [recolor(self.fan.arrows[index].body, self.style.theme.fill(color)), *self.fan.lit(index, color)]

    def _add_up(self) -> None:
        """Put one word's numbers beside the context's, multiply them one by one, and add up."""
        ledger, times, best = self.ledger, self.style.times, self.best
        dimmed = [each for index in range(best) for each in self._painted(index, self.at_rest)]
        theirs = [*ledger.heads, *(line[2] for line in ledger.lines)]
        name = self.column[0]
        self._put([name], self.filed[: len(name.family_members_with_points())])
        gone = [FadeOut(self.scale_bar)] if self.scale_bar else []
        self.play(*dimmed, *gone, *map(FadeIn, theirs), run_time=times.move)
        products = [FadeIn(line[1], *line[3:]) for line in ledger.lines]
        self.play(LaggedStart(*products, lag_ratio=0.8), run_time=_PRODUCTS)
        self.play(FadeIn(ledger.sum, ledger.score), run_time=2 * times.quick)
        self.rest()

    def _cast_first(self) -> None:
        """Let one word's shadow fall, and multiply it by the context's length: the same number once more."""
        ledger, times, best = self.ledger, self.style.times, self.best
        shadow, lamp = self.shadow, self.lamp = self._shadow(best, self.style.theme.ink), self._lamp(best)
        falling = self._falling(best, shadow, shadow.slab)

        def follow(time: float) -> None:
            lamp.fall(between(time, 0.0, 0.5))
            falling.move_to_share(smooth(between(time, 0.4, 1.0)))

        follow(0.0)
        around = FadeIn(
            shadow.triangle, shadow.rays, shadow.corner, shadow.perpendicular,
            rate_func=squish_rate_func(smooth, 0.6, 1.0),
        )  # fmt: skip
        self.add(lamp, shadow.slab)
        self.play(Live([lamp.beam, *lamp.bulb, shadow.slab], follow, rate_func=linear), around, run_time=_FALL)
        self.play(FadeIn(*self.lengths[:1], ledger.below[0], ledger.factors[0]), run_time=times.move)
        self.play(FadeIn(self.ruler, *self.lengths[1:], ledger.below[1], *ledger.factors[1:3]), run_time=times.move)
        self.play(FadeIn(*ledger.factors[3:]), run_time=times.quick)
        if len(ledger.bridge):
            self.play(Create(ledger.bridge), run_time=times.move)
        self.rest()

    def _lamp(self, index: int) -> Lamp:
        """Return the light that throws a word's shadow, from the edge of the field."""
        origin, field = self.fan.origin, self.field
        far = float(origin[0]) - field.left if self.upright else field.top - float(origin[1])
        return Lamp(origin, self.fan.ends[index], self.along, -self.onward, far, self.hue, style=self.style)

    def _falling(self, index: int, shadow: Shadow, slab: VMobject, **options: object) -> Live:
        """Return how a shadow falls from its arrow to beside the context's line."""
        fan = self.fan
        begun = shaft_corners(fan.origin, fan.ends[index], fan.arrows[index].shaft_width, shadow.aside)

        def fall(share: float) -> None:
            corners = [one + share * (other - one) for one, other in zip(begun, shadow.corners, strict=True)]
            slab.set_points_as_corners([*corners, corners[0]])

        fall(0.0)
        return Live([slab], fall, **options)

    def _cast_all(self) -> None:
        """Let the first shadow become a bar and be stretched to the score; then all others."""
        ledger, shadow, lamp, best = self.ledger, self.shadow, self.lamp, self.best
        edges = (shadow.triangle, shadow.rays, shadow.corner, shadow.perpendicular)
        gone = [FadeOut(each) for each in (*ledger, *self.lengths, self.ruler, *edges)]
        goes_out = Live([lamp.beam, *lamp.bulb], lambda share: lamp.fall(1.0, 1 - share))
        self.remove(shadow.slab)
        bar = self.bars[best]
        self._draw_bar(best, 0.0)
        self.add(bar, *self.fan.arrows, *self.fan.labels)  # not in the groups in which they came
        self.play(*gone, goes_out, run_time=_CLEARED)
        self.remove(lamp)
        named = [FadeIn(self.words[best], self.zero, *self.terms[best], rate_func=squish_rate_func(smooth, 0.6, 1.0))]
        self.play(Live([bar], lambda share: self._draw_bar(best, share)), *named, run_time=_BECOMES)
        self.wait(_CLEARED)
        if self.stretch != 1.0:
            ride = self._riding(best)
            self.play(Live([bar, *self.terms[best]], ride), run_time=_STRETCHES)
        self.play(FadeOut(*self.terms[best]), run_time=self.style.times.quick)
        self.play(FadeIn(self.scores[best]), run_time=self.style.times.quick)
        for index in reversed(range(best)):
            self._file(index)
        self.rest()

    def _riding(self, index: int) -> Callable[[float], None]:
        """Return how a bar is stretched, as a function of the share: its term rides on its end."""
        term, reach = self.terms[index], self.fan.unit * float(self.numbers.shadows[self.positions[index]])
        begun = [piece.get_center().copy() for piece in term]

        def ride(share: float) -> None:
            self._draw_bar(index, 1.0, share)
            for piece, middle in zip(term, begun, strict=True):
                piece.move_to(middle + share * (self.stretch - 1) * reach * self.along)

        return ride

    def _file(self, index: int) -> None:
        """Let a word's shadow fall, become its bar and be stretched to its score."""
        ink, bar, term = self.style.theme.ink, self.bars[index], self.terms[index]
        shadow, lamp = self._shadow(index, ink), self._lamp(index)
        falling, ride = self._falling(index, shadow, bar), self._riding(index)
        ends = (0.0, _LIGHT, _FALLEN, _THERE, _READ_IT, _LONG)

        def follow(time: float) -> None:
            light, fallen, gone, _, long = (between(time, *part) for part in pairwise(ends))
            lamp.fall(light, 1 - gone)
            if long > 0:
                ride(smooth(long))
            elif gone > 0:
                self._draw_bar(index, smooth(gone))
            else:
                falling.move_to_share(smooth(fallen))

        follow(0.0)
        self.add(lamp, bar)
        seen = [shadow.triangle, shadow.rays, shadow.perpendicular]
        told = [FadeIn(*term, rate_func=_told)] if len(term) else []
        late = squish_rate_func(smooth, 0.94, 1.0)
        named = FadeIn(self.words[index], rate_func=squish_rate_func(smooth, _FALLEN, _THERE))
        self.play(
            *self._painted(index, ink), FadeIn(*seen, rate_func=_comes_and_goes), *told, named,
            Live([lamp.beam, *lamp.bulb, bar, *term], follow, rate_func=linear),
            FadeIn(self.scores[index], rate_func=late), run_time=_NEXT,
        )  # fmt: skip
        self.remove(*seen, *term, lamp)

    def _choose(self) -> None:
        """Let the arrow that reaches farthest light up with its bar while others dim; its word fills the free place."""
        times, fan, best, theme = self.style.times, self.fan, self.best, self.style.theme
        shadow = self.shadow = self._shadow(best, self.lit)
        lit = [*fan.lit(best, self.lit), recolor(self.bars[best], theme.fill(self.lit))]
        lit += [recolor(text, self.lit) for text in (self.words[best], self.scores[best])]
        for index in range(best):
            lit += [*self._painted(index, self.at_rest), recolor(self.bars[index], theme.fill(self.at_rest))]
            lit += [recolor(text, self.at_rest) for text in (self.words[index], self.scores[index])]
        arrow, end, lamp = fan.arrows[best], fan.ends[best], self._lamp(best)
        resting, winning = (ManimColor(theme.fill(each)) for each in (theme.ink, self.lit))

        def cast(time: float) -> None:
            lamp.fall(between(time, 0.0, 0.5))
            share = smooth(between(time, 0.3, 1.0))
            arrow.body.set_fill(resting.interpolate(winning, share))
            arrow.shaft_width = _WORD + share * (_SPEAKING - 1) * _WORD
            arrow.set_ends(fan.origin, end)
            shadow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (end - fan.origin), fan.origin + self.along)

        cast(0.0)
        self.add(lamp, shadow)
        moved = [arrow, shadow, lamp.beam, *lamp.bulb]
        self.play(*lit, Live(moved, cast, rate_func=linear), run_time=_AGAIN)
        if len(self.link):
            level, stretched = self.link
            assert isinstance(stretched, Vector)
            first, last = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
            told = FadeIn(self.factor, *self._its_length(), rate_func=last)
            self.play(Create(level, rate_func=first), growing([stretched], rate_func=last), told, run_time=_TIES)
        cleared = FadeOut(self.blank, rate_func=squish_rate_func(smooth, 0.0, 0.3))  # the word comes through its place
        self.play(word_on_its_way(fan.texts[best], self.next_word), cleared, run_time=times.slow)
        self.remove(self.next_word, *self.phrase.words)
        self.phrase.add(self.next_word)
        self.add(self.phrase)
        self._stand_still(_LAST)

    def _its_length(self) -> list[Number]:
        """Return the longest shadow's length beside it, where it meets nothing."""
        boxes = [box_of(each) for each in (*self.words, *self.scores, *self.bars, self.context_name)]
        beside = [number for number in self.lengths[:1] if not any(overlap(box_of(number), box) > 0 for box in boxes)]
        for number in beside:
            number.set_color(self.lit)
        return beside


def _comes_and_goes(time: float) -> float:
    """Return how much of a shadow's edges is seen: all while it falls, nothing once it is a bar."""
    return min(smooth(between(time, _LIGHT, _FALLEN)), 1 - smooth(between(time, _FALLEN, _THERE)))


def _told(time: float) -> float:
    """Return how much of a term is seen: all from when its bar stands until this is stretched."""
    return min(smooth(between(time, _FALLEN, _THERE)), 1 - smooth(between(time, _LONG, 0.96)))


def apart(labels: Sequence[VMobject], lines: Sequence[Segment], boxes: Sequence[Box] = ()) -> list[VMobject]:
    """Return those of several labels that lie neither on a line nor in a box nor on one before them."""
    found: list[VMobject] = []
    for label in labels:
        box = box_of(label)
        crossed = any(inside_length(line, box) > 0 for line in lines)
        taken = [*boxes, *map(box_of, found)]
        if not crossed and not any(overlap(box, other) > 0 for other in taken):
            found.append(label)
    return found


def _laid_out(places: torch.Tensor, upright: bool) -> torch.Tensor:
    """Return places of shape (N, 2), away from the context's line and along it, as they lie in the picture.

    Away is to the left of an upright context, and above one that lies.
    """
    return places * places.new_tensor([-1.0, 1.0]) if upright else places.flip(1)


def shaft_corners(start: Point, end: Point, width: float, aside: Point) -> list[Point]:
    """Return the corners of an arrow's shaft: two at its start, then two at its end, around it.

    Args:
        start: manim point.
        end: manim point.
        width: scene units.
        aside: a direction; the first corner and the last one lie on that side.
    """
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across = point(float(way[1]), -float(way[0]))
    across = width / 2 * (across if float(across @ aside) >= 0 else -across)
    return [start + across, start - across, end - across, end + across]
