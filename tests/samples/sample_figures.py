"""Small figures that tests render: quick, without typesetting, and some that fail on purpose."""

from __future__ import annotations

import os
import resource
import signal
import time
from dataclasses import dataclass

from manim import RIGHT, Dot, Rectangle
from pydantic import Field
from torch import Tensor

from scenes import Entry
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.parameters import FigureParameters, Word
from scenes.quantities import quantity
from scenes.worlds import World


class Moves(FigureParameters):
    seconds: float = Field(0.4, gt=0, le=5, description="How long the dot moves.")
    steps: int = Field(2, ge=1, le=9, description="How many times it moves.")
    word: Word = Field("apple", description="Whose vector is computed.")


@dataclass(frozen=True)
class Numbers:
    words: tuple[str, ...]
    axes: tuple[str, ...]
    vector: Tensor = quantity("The word's vector.", rows="words", columns="axes")
    doubled: Tensor = quantity("Twice each number.")


class Moving(Figure):
    """A dot moves to the right, beat by beat."""

    name = "sample-moving"
    Parameters = Moves

    @classmethod
    def compute(cls, parameters: Moves, world: World) -> Numbers:
        try:
            words = world.words_of(parameters.word, "word")
        except ValueError as error:
            raise UserError(str(error)) from None
        vector = world.embedding().rows(list(words))
        return Numbers(words, world.axes, vector, 2 * vector[0])

    def build(self) -> None:
        self.dot = Dot(color=self.style.theme.subject)

    def tell(self) -> None:
        self.add(self.dot)
        for step in range(self.parameters.steps):
            with self.beat(f"move-{step}", f"The dot moves for the {step + 1}. time."):
                self.play(self.dot.animate.shift(RIGHT), run_time=self.parameters.seconds)
                self.wait(0.2)


@dataclass(frozen=True)
class Nothing:
    pass


class Sides(FigureParameters):
    sides: tuple[float, float] = Field((2.0, 1.0), description="Width and height.")


class Still(Figure):
    """A rectangle that does not move."""

    name = "sample-still"
    Parameters = Sides

    @classmethod
    def compute(cls, parameters: FigureParameters, world: World) -> Nothing:
        return Nothing()

    def build(self) -> None:
        width, height = self.parameters.sides
        self.rectangle = Rectangle(width=width, height=height, color=self.style.theme.query)

    def tell(self) -> None:
        with self.beat("rectangle", "A rectangle."):
            self.add(self.rectangle)


class Scattered(Still):
    """The same in another world, where there are other words."""

    name = "sample-scattered"
    world_name = "random"


class Broken(Moving):
    """Fails halfway through."""

    name = "sample-broken"

    def tell(self) -> None:
        super().tell()
        raise RuntimeError("the second half is missing\nand this line is not shown")


class Killed(Moving):
    """Its process is killed halfway through."""

    name = "sample-killed"

    def tell(self) -> None:
        super().tell()
        os.kill(os.getpid(), signal.SIGKILL)


class Full(Moving):
    """Writes more than the disk takes; the limit stands in for a full disk."""

    name = "sample-full"

    def tell(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        super().tell()


class Endless(Moving):
    """Moves until it is stopped."""

    name = "sample-endless"

    def tell(self) -> None:
        self.add(self.dot)
        while True:
            self.play(self.dot.animate.shift(RIGHT), run_time=0.2)
            time.sleep(0.01)


FIGURES = {
    figure.name: Entry(f"{__name__}:{figure.__name__}", kind, "Samples", str(figure.__doc__))
    for figure, kind in (
        (Moving, "video"),
        (Still, "still"),
        (Scattered, "still"),
        (Broken, "video"),
        (Killed, "video"),
        (Full, "video"),
        (Endless, "video"),
    )
}
