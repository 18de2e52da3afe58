"""A word that holds the lamp: a creature, trees, or its name; what it hears changes how it looks."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.lesson.creature import Asked
from scenes.lesson.portrait import Portrait, portrait_of
from scenes.lesson.side_light import HANDLE, Back, SideLight
from scenes.lesson.trees import Trees
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_FEET, _BELOW, _ASIDE, _WOOD = 1.15, 0.3, 0.2, 0.92
"""The share of a body's radius from its middle to its soles; scene units from there to the middle of its name, and from
a lamp's end to the name of what grows on it; the share of a lamp's length on which trees grow."""

TREES = 0.95
"""Scene units: the height of trees."""

_UPRIGHT = 0.9
"""The least height of a lamp's back, of 1, on which trees grow."""

_PLANT, _OF_PLANTS = "plant", "describes plants"
"""The axes of a world that say what is a plant, and what describes one."""

_FUR = 1.3
"""The reach of a body's fur, as a share of its radius."""

_HOP = 0.35
"""The height of a hop of somebody who has been answered, as a share of a body's radius."""


class LampHolder:
    """A word behind the lamp, with its name.

    Args:
        numbers: the head's.
        world: it knows how the word looks.
        place: the word's position.
        told: positions of the words that answer, in their order.
        light: it stands as the word holds it.
        radius: of a body, scene units.
        color: of its name.
        style: theme and sizes.

    Attributes:
        body: its portrait, trees, or nothing where only its name stands there.
        name: its name.
        stages: how it looks before anything is heard, and after each of the words that answer.
    """

    def __init__(
        self, numbers: Asked, world: World, place: int, told: Sequence[int], light: SideLight, radius: float,
        color: str, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        at = light.back + (HANDLE + radius) * light.toward_lamp
        self.at, self.radius, self.body, self.stages = at, radius, VGroup(), torch.zeros(len(told) + 1, 1)
        portrait = portrait_of(numbers, world, radius, at=at, style=style) if place == numbers.position else None
        word = numbers.words[place]
        size = style.sizes.number
        if portrait is not None:
            self.body, self.stages = portrait, looks(numbers, place, told)
            below = at - point(0.0, _FEET * radius + _BELOW)
            self.label = Label(word, size=size, color=color, style=style).move_to(below)
        elif is_plant(world, word) and light.toward_lamp[1] > _UPRIGHT:
            low, high = light.ends
            width = _WOOD * (high - low)
            self.body = Trees(0.0, width, TREES, light.back, style=style)
            self.stages = greens(numbers, world, place, told)
            self.label = Label(word, size=size, color=color, style=style)
            aside = (high - low) / 2 + _ASIDE + float(self.label.width) / 2
            self.label.move_to(light.back + point(aside, 0.4 * TREES))
        else:
            self.label = Label(word, size=style.sizes.head, color=color, within=2.4 * radius, style=style).move_to(at)
        laid(self.body, Layer.ICON)
        self.name = laid(haloed(self.label, style), Layer.LABEL)

    @property
    def grows(self) -> bool:
        """True if it is trees, which grow on the lamp and need no handle."""
        return isinstance(self.body, Trees)

    def hears(self, before: int, after: int, share: float) -> None:
        """Look as somebody who is a share of the way from one stage to another one."""
        look = self.stages[before] + share * (self.stages[after] - self.stages[before])
        if isinstance(self.body, Portrait):
            self.body.look(*look.tolist())
            self.body.put(self.at + point(0.0, 4 * share * (1 - share) * _HOP * self.radius))
        elif isinstance(self.body, Trees):
            self.body.look(float(look))


def room_for(numbers: Asked, world: World, place: int, radius: float, style: Style) -> Back:
    """Return the room behind the lamp that who holds it takes, with its fur, or the name beside trees."""
    word = numbers.words[place]
    if place == numbers.position or not is_plant(world, word):
        return Back(HANDLE + (1 + _FUR) * radius, _FUR * radius)
    return Back(TREES, 0.0, 2 * _ASIDE + float(Label(word, size=style.sizes.number, style=style).width))


def is_plant(world: World, word: str) -> bool:
    """Return whether a world knows what is a plant and what describes one, and a word is mostly a plant."""
    if _PLANT not in world.axes or _OF_PLANTS not in world.axes:
        return False
    row = world.vectors[word]
    return row[world.axes.index(_PLANT)] == max(row) > 0


def looks(numbers: Asked, place: int, told: Sequence[int]) -> Tensor:
    """Return the look of the word before it is answered, and after each answer; in the end all have been heard."""
    added = numbers.weights[place, list(told), None] * numbers.values[list(told)]
    stages = numbers.look + torch.cat([torch.zeros_like(numbers.look)[None], added.cumsum(dim=0)])
    return torch.cat([stages[:-1], numbers.updated[None]])


def greens(numbers: Asked, world: World, place: int, told: Sequence[int]) -> Tensor:
    """Return how much a word has heard that describes plants: nothing, and what is added by each answer."""
    column = world.axes.index(_OF_PLANTS)
    heard = [float(numbers.weights[place, each]) * world.vectors[numbers.words[each]][column] for each in told]
    return torch.tensor([0.0, *heard]).cumsum(dim=0)[:, None]
