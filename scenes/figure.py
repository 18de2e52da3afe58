"""The base of every figure: parameters, world, numbers, beats and stage.

A figure is an ordinary manim scene that runs in three steps: ``compute`` (all tensors, no manim), ``build`` (all
mobjects) and ``tell`` (the beats, in order).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import cairo
from manim import Animation, FadeIn, FadeOut, LaggedStart, Scene, VMobject, Wait, config, smooth, squish_rate_func
from pydantic import ValidationError

from scenes import FIGURES, Entry
from scenes.claims import FigureClaim
from scenes.errors import UserError, explain
from scenes.language import COMMON
from scenes.layout import Arrangement
from scenes.motion.arrive import arrive
from scenes.motion.become import Shown, become, flattened
from scenes.motion.live import slide
from scenes.parameters import FigureParameters
from scenes.parts.geometry import Point
from scenes.parts.plane.band import Band, Thread
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import FootLine
from scenes.stage import Region, Stage
from scenes.style import DEFAULT, Style
from scenes.worlds import World, load_world

_LAG = 0.1
"""Share of a thing's own time after which the next one starts to arrive."""


def _copied(things: Shown) -> Shown:
    return things.copy() if isinstance(things, VMobject) else [_copied(thing) for thing in things]


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a figure's story.

    Attributes:
        name: the section's name.
        caption: one plain sentence that a listener without the picture could follow.
        start: seconds from the beginning.
        end: seconds from the beginning.
    """

    name: str
    caption: str
    start: float
    end: float


class Figure(Scene):
    """A figure of the article: an ordinary manim scene that also knows its parameters, numbers and beats.

    Args:
        parameters: the figure's parameters; the defaults when left out.
        world: the words' vectors; the figure's own world when left out.
        style: theme, sizes, times and language.
        on_beat: called at the end of every beat with the figure and the beat.
        scene_options: passed on to manim's ``Scene``.

    Attributes:
        name: the figure's name, a key of ``FIGURES``.
        Parameters: the class of its parameters.
        world_name: the world it takes by default.
        claims: statements about it, each measured on its numbers.
        numbers: the result of ``compute``.
        stage: the regions of the frame.
        beats: the finished beats.
        current_caption: the caption of the present beat, or of the last one; empty before the first.
        foot_line: the line at the foot of the frame, or None before the first.
    """

    name: ClassVar[str]
    Parameters: ClassVar[type[FigureParameters]] = FigureParameters
    world_name: ClassVar[str] = "article"
    claims: ClassVar[tuple[FigureClaim, ...]] = ()

    def __init__(
        self,
        parameters: FigureParameters | None = None,
        world: World | None = None,
        style: Style = DEFAULT,
        on_beat: Callable[[Figure, Beat], None] | None = None,
        **scene_options: Any,
    ) -> None:
        super().__init__(**scene_options)
        self.parameters = parameters if parameters is not None else self.Parameters()
        self.world = world if world is not None else load_world(self.world_name)
        self.style = style.for_world(self.world)
        self.on_beat = on_beat
        self.stage = Stage(float(config.frame_width), float(config.frame_height))
        self.beats: list[Beat] = []
        self.current_caption = ""
        self.numbers: Any = None
        self.foot_line: FootLine | None = None
        self._arriving: FootLine | None = None  # with the next motion
        self._leaving: FootLine | None = None
        self._words_to_read = 0
        self._asked = 0.0  # seconds of motion and stillness that were asked for, so far
        self._stood_still = (0.0, 0.0)  # from when to when it did last

    @classmethod
    def entry(cls) -> Entry:
        """Return the figure's entry in the list of figures."""
        return FIGURES[cls.name]

    @classmethod
    def read_parameters(cls, given: Mapping[str, Any]) -> FigureParameters:
        """Validate parameters from outside.

        Raises:
            UserError: for an unknown name or a wrong value.
        """
        try:
            return cls.Parameters.model_validate(dict(given))
        except ValidationError as error:
            raise UserError(explain(error, cls.Parameters.model_fields, cls.name)) from error

    @classmethod
    def compute(cls, parameters: Any, world: World) -> Any:
        """Compute all tensors that the figure draws, as a frozen dataclass, without manim.

        Raises:
            UserError: when parameters and world do not fit together.
        """
        raise NotImplementedError

    def build(self) -> None:
        """Make all mobjects, from ``self.numbers``."""
        raise NotImplementedError

    def tell(self) -> None:
        """Play the beats in order."""
        raise NotImplementedError

    def construct(self) -> None:
        """Compute, build, tell; manim calls this."""
        self.camera.background_color = self.style.theme.background  # type: ignore[union-attr]
        self.numbers = self.compute(self.parameters, self.world)
        self.build()
        self.tell()

    def draw_ground(self, context: cairo.Context[Any]) -> None:
        """Draw what lies behind all mobjects, for a picture made of outlines; the context is in scene units."""

    @classmethod
    def alternative_values(cls, numbers: Any) -> Mapping[str, object]:
        """Return the values for the figure's ``alternative`` text, which describes its last frame in words.

        Args:
            numbers: the result of ``compute``.
        """
        return {}

    def says(self, key: str, **values: object) -> str:
        """Return a text in the style's language: the figure's own, or else one that several figures share."""
        return self._text("labels", key, values)

    def caption(self, key: str, **values: object) -> str:
        """Return a beat's caption in the style's language: the figure's own, or else one that several figures share."""
        return self._text("captions", key, values)

    def _text(self, kind: str, key: str, values: Mapping[str, object]) -> str:
        own, common = f"{self.name}.{kind}.{key}", f"{COMMON}.{kind}.{key}"
        return self.style.language.text(own if own in self.style.language.texts else common, values)

    @contextmanager
    def beat(self, name: str, caption: str = "", *, text: str = "", **values: object) -> Iterator[None]:
        """Play one step of the story, a manim section with a caption, in a ``with`` block.

        Args:
            name: the section's name.
            caption: one plain sentence; when left out it is the figure's text of the beat's name.
            text: the caption's key in the language's file, where it is not the name.
            values: the values to fill into the caption.
        """
        caption = caption or self.caption(text or name, **values)
        self.current_caption = caption
        self.next_section(name)
        start, began = float(self.time), self._asked
        self._words_to_read = 0
        if f"{self.name}.lines.{text or name}" in self.style.language.texts:
            self.line(text or name, **values)
        yield
        self.land_line()
        if self._words_to_read:
            self._give_time(self._asked - began)
        self._pause(began)
        beat = Beat(name, caption, start, float(self.time))
        self.beats.append(beat)
        if self.on_beat is not None:
            self.on_beat(self, beat)

    def line(self, key: str, **values: object) -> None:
        """Let a line arrive at the foot of the frame with the next motion, and the line before it leave.

        A beat whose name is a key of the figure's lines brings that line by itself. The beat lasts until it is read.

        Args:
            key: the line's key in the language's file, below ``[NAME.lines]``; at most eight words.
            values: what is filled in.
        """
        text = self._text("lines", key, values)
        self._words_to_read = len(text.split())
        if self.style.lines:
            self._leaving = self.foot_line
            self._arriving = FootLine(text, self.stage, self.stage.plane_view, style=self.style)
            self.foot_line = self._arriving

    def land_line(self) -> None:
        """Put a line that still waits for a motion at the foot of the frame at once, as a still needs it."""
        if self._arriving is not None:
            self.add(self._arriving)
        if self._leaving is not None:
            self.remove(self._leaving)
        self._arriving = self._leaving = None

    def _line_changes(self) -> list[Animation]:
        """Return the motions of the waiting line and of the one before, which leaves first so as not to overlap."""
        fade, arriving, leaving = self.style.times.quick, self._arriving, self._leaving
        self._arriving = self._leaving = None
        if arriving is None:
            return []
        if leaving is None:
            return [FadeIn(arriving, run_time=fade)]
        late = squish_rate_func(smooth, 1 / 3, 1.0)
        return [FadeOut(leaving, run_time=fade / 2), FadeIn(arriving, run_time=1.5 * fade, rate_func=late)]

    def play(self, *args: Any, **kwargs: Any) -> None:
        """Play, and add up the seconds that were asked for: they are the same whether frames are drawn or skipped."""
        super().play(*args, **kwargs)
        self._asked += float(self.duration)

    def _give_time(self, passed: float) -> None:
        """Stand still until line and caption can have been read, of which some seconds passed; stills have no time."""
        times = self.style.times
        if passed == 0 or times.pause is not None:
            return
        spoken = len(self.current_caption.split()) / times.words_spoken
        read = self._words_to_read / times.words_read + times.glance
        left = max(spoken, read) - passed * times.pace
        if left > 1e-6:
            self.wait(left)

    def show(self, *things: Shown, seconds: float | None = None) -> None:
        """Let things arrive one shortly after the other, each as its kind does; see ``scenes.motion.arrive``.

        Args:
            things: mobjects, and sequences of them.
            seconds: how long it takes; the time of a move when left out.
        """
        motions = [arrive(thing) for thing in flattened(things)]
        self.play(LaggedStart(*motions, lag_ratio=_LAG), run_time=seconds or self.style.times.move)

    def become(self, before: Shown, *after: Shown, seconds: float | None = None) -> None:
        """Let a thing become another, or several others at once; see ``scenes.motion.become``.

        Args:
            before: what is seen: a mobject, or a sequence of them.
            after: what it becomes: each as many as they are.
            seconds: how long it takes; the time of a move when left out.
        """
        copies = [_copied(before) for _ in after[1:]]
        motions = [become(each, other) for each, other in zip([before, *copies], after, strict=True)]
        self.play(*motions, run_time=seconds or self.style.times.move)

    def rows(self, motions: Iterable[Animation]) -> None:
        """Play a series row by row: the first slowly, the second faster, the rest in one sweep."""
        times, (first, *others) = self.style.times, list(motions)
        self.play(first, run_time=times.first)
        if others:
            self.play(others[0], run_time=times.second)
        if rest := others[1:]:
            self.play(LaggedStart(*rest, lag_ratio=0.5), run_time=times.each * (len(rest) + 1))

    def pull(self, word: Token, pulls: Sequence[Band | Thread], end: Point) -> None:
        """Let bands tighten around a word and take it to where they balance; a ghost stays at its old place."""
        self.play(LaggedStart(*map(arrive, pulls), lag_ratio=_LAG), run_time=self.style.times.slow)
        self.add(word.ghost())
        self.play(slide(word, end, pulls), run_time=self.style.times.pull)

    def arrange(
        self,
        wide: Arrangement,
        *,
        square: Arrangement | None = None,
        tall: Arrangement | None = None,
        region: Region | None = None,
    ) -> None:
        """Place mobjects and parts by what they need, in the layout that suits the frame.

        A frame of 16:9 or wider takes ``wide``, one that is taller than wide ``tall``; frames between take ``square``,
        or, without it, the layout in which everything is larger.

        Args:
            wide: the layout of a wide frame, and of all others that have none of their own.
            square: the layout of frames between.
            tall: the layout of frames that are taller than wide.
            region: where everything may be; the frame above the line at its foot when left out.
        """
        region, gap = region or self.stage.above_foot, self.style.gap
        if self.stage.is_wide:
            ways = [wide]
        elif self.stage.is_portrait:
            ways = [tall or wide]
        else:
            ways = [square] if square else [wide, tall or wide]
        max(ways, key=lambda way: way.place(region, gap)).place(region, gap)

    def color_of(self, word: str) -> str:
        """Return a word's colour by role: the subject's, its family's, or ink."""
        theme = self.style.theme
        if word == self.world.subject:
            return theme.subject
        family = self.world.family_index(word)
        return theme.ink if family is None else theme.families[family % len(theme.families)]

    def colors_of(self, words: Sequence[str]) -> list[str]:
        """Return every word's colour by role."""
        return [self.color_of(word) for word in words]

    def rest(self) -> None:
        """Stand still after a beat's result."""
        self._stand_still(self.style.times.rest)

    def hold(self) -> None:
        """Stand still after the figure's main result."""
        self._stand_still(self.style.times.hold)

    def _stand_still(self, seconds: float) -> None:
        times = self.style.times
        if times.pause is not None:  # no longer than a beat's whole pause, of which it is a part when the beat ends
            seconds = min(seconds, times.pause * times.pace)
        if seconds > 0:  # manim refuses to wait for no time
            before = self._asked
            self.wait(seconds)
            self._stood_still = (before, self._asked)

    def _pause(self, start: float) -> None:
        """Extend the stillness at the end of a beat to the requested pause, if any time has passed in it.

        Time is what was asked for: if frames were counted, processes that share a film would count other plays.
        """
        times, now = self.style.times, self._asked
        if times.pause is None or now == start:
            return
        before, after = self._stood_still
        left = times.pause - (now - before if after == now else 0.0)
        if left > 1e-6:
            self.wait(left * times.pace)

    def compile_animations(self, *args: Any, **kwargs: Any) -> list[Animation]:
        """Add a waiting line to the first motion, and make all motion and stillness faster or slower by the pace.

        It relies on this in manim: every play, waits included, passes its animations through here before any begins.
        """
        animations: list[Animation] = super().compile_animations(*args, **kwargs)
        if not all(isinstance(animation, Wait) for animation in animations):
            animations += self._line_changes()
        if self.style.times.pace != 1.0:
            for animation in animations:
                animation.run_time /= self.style.times.pace
        return animations
