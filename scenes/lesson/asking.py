"""A word that asks: its portrait, or its name, and above it what it thinks: first the question, then the answer."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, UP, Animation, ApplyMethod, Dot, FadeIn, FadeOut, Succession, VGroup, VMobject

from scenes.lesson.creature import Asked
from scenes.lesson.portrait import Portrait, fitting, portrait_of
from scenes.parts.geometry import Point, point
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_BUBBLES = ((0.25, 0.085), (0.54, 0.062), (0.8, 0.042))
"""The bubbles between a thought and whose it is: the share of the way, and the radius in scene units."""

_COMMA, _SPACE = 0.03, 0.16
"""Scene units before a comma, and after it."""

_TURN = 0.4
"""Seconds in which a question leaves, and in which its answer arrives."""


class Asking(VGroup):
    """A word with its question over it, or at its left, and bubbles between them.

    Args:
        numbers: the head's; its own word has a portrait in a world that knows how it looks.
        world: the words.
        position: of the word that asks.
        question: what it asks.
        answers: the words that answer, and their colours.
        color: of its name, where it has no portrait.
        room: where it stands.
        lying: whether the question stands at its left.
        reach: scene units that the question may be wider than the room, to the left.
        style: theme and sizes.

    Attributes:
        body: its portrait or its name.
        question: the question.
        answer: the words that answer, where the question is; no part of the group before it is answered.
        answer_room: where there is room for what it thinks.
        bubbles: between a thought and whose it is.
        lying: whether the question stands at its left.
    """

    def __init__(
        self, numbers: Asked, world: World, position: int, question: str, answers: Sequence[tuple[str, str]],
        color: str, room: Region, *, lying: bool = False, reach: float = 0.0, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        above, below = reversed(room.columns(1, 1)) if lying else room.rows(1.0, 2.6)
        portrait: Portrait | None = None
        if position == numbers.position:
            portrait = portrait_of(numbers, world, fitting(below), at=point(*below.centre[:2]), style=style)
        sizes = style.sizes
        self.body: VMobject = portrait or Label(
            numbers.words[position], size=sizes.hero, color=color, within=below.width, style=style
        ).move_to(below.centre)
        within = above.width + reach
        self.question = Label(question, size=sizes.head, color=style.theme.query, within=within, style=style)
        self.question.move_to(above.centre)
        if self.question.width > above.width:
            self.question.align_to(point(above.right, 0.0), RIGHT)
        if not lying:
            self.question.align_to(point(0.0, above.top), UP)
        self.answer_room = above
        self.answer = _enumeration(answers, sizes.head, above.width, style)
        self.lying = lying
        self.bubbles = [
            Dot(at, radius=size, color=style.theme.query)
            for at, (_, size) in zip(self._between(self.question), _BUBBLES, strict=True)
        ]
        super().__init__(self.body, self.question, *self.bubbles)

    def spaced(self, thought: VMobject) -> list[Animation]:
        """Return how the bubbles move to their places between another thought and whose it is."""
        places = self._between(thought)
        return [ApplyMethod(bubble.move_to, at) for bubble, at in zip(self.bubbles, places, strict=True)]

    def _between(self, thought: VMobject) -> list[Point]:
        """Return the places of the bubbles between a thought and whose it is."""
        near = thought.get_left() if self.lying else thought.get_bottom()
        far = self.body.get_right() if self.lying else self.body.get_top()
        return [near + share * (far - near) for share, _ in _BUBBLES]

    def answered(self) -> Animation:
        """Return how the question leaves and its answer takes its place."""
        self.answer.move_to(self.question)
        leaves = FadeOut(self.question, run_time=_TURN)
        return Succession(leaves, FadeIn(self.answer, run_time=_TURN))


def _enumeration(words: Sequence[tuple[str, str]], size: float, within: float, style: Style) -> Row:
    """Return words in their colours, with commas between them, no wider than there is room for."""
    pieces: list[VMobject] = []
    gaps: list[float] = []
    for word, color in words:
        if pieces:
            pieces.append(Label(",", size=size, style=style))
            gaps += [_COMMA, _SPACE]
        pieces.append(Label(word, size=size, color=color, style=style))
    row = Row(pieces, gaps)
    return row if row.width <= within else _enumeration(words, 0.98 * size * within / row.width, within, style)
