"""The base of figures on the stage: its ground, the plane, the phrase above and the line at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cairo
from manim import Animation, Mobject

from scenes.figure import Figure
from scenes.parts.plane.ground import Glow, Ground, SideGlow
from scenes.parts.plane.labels import Box
from scenes.parts.plane.stage_plane import StagePlane, name_offsets
from scenes.parts.plane.token import BYSTANDER, Token
from scenes.parts.stage_text import HeaderPhrase
from scenes.stage import PlaneView
from scenes.worlds import World

_CLIMATE_REACH = 3.3
"""Ticks from the origin to the middle of a climate, and its radius."""

PLANE_NAMES = 0.8
"""Scene units left of a plane that fills its room for the numbers and the name of its upright axis."""

_BEYOND_NAME = 0.1
"""Scene units by which an axis that ends before the record goes on beyond its name."""

_REST, _HOLD, _LAST = 0.9, 2.0, 2.5
"""Seconds of stillness after a beat, after the main result, and at the film's end."""


class PlaneFigure(Figure):
    """A figure on the stage: the plane fills the frame and stays; numbers are its record.

    Attributes:
        with_record: whether the ground is darkened where numbers are filed.
        with_plane: whether grid and axes are drawn.
        stops_at_record: whether the axis along the foot ends with its name, so that it runs through nothing filed.
        texts_leave: whether the axes' numbers and names leave: then the grid runs on beneath them.
        fills_room: whether the plane beside a record is as large as its words leave room for, not of a common scale.
        with_climate: whether each axis has its family's colour: in its name, and as a light in its corner.
        large_ticks: whether the axes' numbers and names are as large as other numbers and names.
        crossing: the numbers at which the axes cross; set by ``world_view`` where it is not the zero vector.
        plane: ticks, names and places; made before ``build``.
        view: where the plane lies in the frame.
        ground: what everything is drawn upon.
    """

    with_record = True
    with_plane = True
    stops_at_record = False
    with_climate = True
    texts_leave = False
    fills_room = False
    names_below = False
    large_ticks = False
    crossing: tuple[float, float] = (0.0, 0.0)

    def construct(self) -> None:
        """Compute, set the stage, build, tell; manim calls this."""
        self.camera.background_color = self.style.theme.background  # type: ignore[union-attr]
        self.numbers = self.compute(self.parameters, self.world)
        self._set_the_stage()
        self.build()
        self.tell()

    def _set_the_stage(self) -> None:
        self.view = self.world_view()
        if self.with_plane:
            self.plane = self.make_plane(self.view)
            self.add(self.plane)
        self.look_from(self.view)

    def make_plane(self, view: PlaneView) -> StagePlane:
        """Return the ticks, names and places of the plane as it is seen from a view."""
        style, sizes = self.style, self.style.sizes
        if self.large_ticks:
            style = replace(style, sizes=replace(sizes, tick=sizes.number))
        return StagePlane(
            self.stage, view, self.axis_names(), self.axis_colors(), self.spans(),
            names_below=self.names_below, crossing=self.crossing, style=style,
        )  # fmt: skip

    def look_from(self, view: PlaneView) -> None:
        """Paint the ground as it is seen from a view, without lines through the texts of the plane."""
        self.view = view
        gaps = self.plane.text_boxes() if self.with_plane else list[Box]()
        self.ground = Ground(
            self.stage, view, self._climate(),
            plane=self.with_plane, record=self.with_record, gaps=[] if self.texts_leave else gaps,
            start=self.axis_start(), stop=self._axis_stop(gaps), style=self.style,
        )  # fmt: skip
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def axis_start(self) -> float | None:
        """Return where the axis along the foot begins, scene units; None where it runs from the edge of the frame."""
        return None

    def _axis_stop(self, texts: Sequence[Box]) -> float | None:
        """Return where the axis along the foot ends, scene units; None where it runs to the edge of the frame."""
        if not (self.stops_at_record and texts) or self.view.lying:
            return None
        if self.names_below:  # the axis is not drawn for the name below it
            texts = self.plane.boxes_of([*self.plane.numbers])
        (_, right), _ = self.spans()
        farthest = max(self.view.origin[0] + right * self.view.unit, *(box[2] for box in texts))
        return min(farthest + _BEYOND_NAME, self.view.record.left)

    def close_gaps(self, leaving: Sequence[Mobject]) -> None:
        """Let the grid run on beneath those of the axes' texts that will leave."""
        texts = [text for text in (*self.plane.numbers, *self.plane.names) if text not in leaving]
        self.ground.gaps = tuple(self.plane.boxes_of(texts))
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def _climate(self) -> Sequence[Glow | SideGlow]:
        """Return the soft lights of the plane's corners; none where no plane is drawn, or its axes mean nothing."""
        lit = self.with_plane and self.with_climate
        return climate(self.world, self.view, self.style.theme.families) if lit else []

    def draw_ground(self, context: cairo.Context[Any]) -> None:
        """Draw the stage's ground."""
        self.ground.draw(context)

    def world_view(self) -> PlaneView:
        """Return where the plane lies: one place and one scale for a world, from all its words."""
        if not self.with_plane:
            return self.stage.plane_view
        if self.fills_room and not self.stage.plane_view.lying:
            view = self.stage.plane_view
            return view.fitted(self.stage, self.spans(), view.words(self.stage).inset(left=PLANE_NAMES))
        return self.stage.plane_view.holding(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes that the plane shows: those of the world's words."""
        return self.world.spans()

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the plane's two axes."""
        return self.world.axes[:2]

    def axis_colors(self) -> list[str]:
        """Return the colours of the axes' names: their family's, where the world has one for each axis."""
        if self.with_climate and axis_families(self.world):
            return self.family_colors()
        return [self.style.theme.dim] * 2

    def family_colors(self) -> list[str]:
        """Return a family's colour for each of the two axes."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def token(self, word: str, row: Any, **options: Any) -> Token:
        """Return a word at the place of its vector, in its colour by role, its name beside it.

        Options are those of ``Token``; ``offset`` is found from all words of ``self.names`` when left out.
        """
        options.setdefault("large", self.world.family_index(word) is not None or word == self.world.subject)
        return Token(word, self.plane.place(row), self.color_of(word), style=self.style, **options)

    def tokens(
        self,
        vectors: dict[str, Any],
        heights: dict[str, float] | None = None,
        *,
        size: float | None = None,
        **options: Any,
    ) -> dict[str, Token]:
        """Return words at the places of their vectors, with names clear of each other, by word.

        Args:
            vectors: one of shape (2,) for each word.
            heights: the icons' heights by word, scene units; a bystander's when left out.
            size: the names', manim font units; the size of numbers and labels when left out.
            options: those of ``name_offsets``.
        """
        heights = dict(heights or {})
        large = [word for word in vectors if self.world.family_index(word) is not None or word == self.world.subject]
        offsets = name_offsets(
            self.plane, vectors, heights=heights, large=large, size=size, style=self.style, **options
        )
        return {
            word: self.token(word, row, offset=offsets[word], height=heights.get(word, BYSTANDER), size=size)
            for word, row in vectors.items()
        }

    def header_phrase(
        self, words: Sequence[str], written: Sequence[str] | None = None, *, side: str = "middle"
    ) -> HeaderPhrase:
        """Return a phrase for the header, each word in its colour by role.

        Args:
            words: the phrase, in words as the world names them.
            written: the same words as they are written; the words themselves when left out.
            side: ``middle``, ``left`` or ``right``.
        """
        colors = self.colors_of(words)
        return HeaderPhrase(written or words, colors, self.stage, self.view, side=side, style=self.style)

    def rest(self) -> None:
        """Stand still after a beat's result."""
        self._stand_still(_REST)

    def hold(self) -> None:
        """Stand still after the figure's main result."""
        self._stand_still(_HOLD)

    def last(self) -> None:
        """Stand still at the film's end."""
        self._stand_still(_LAST)

    def show_now(self, *mobjects: Mobject) -> None:
        """Put mobjects on the stage at once, with the line that is about to arrive: for stills."""
        self.add(*mobjects)
        self.land_line()

    def get_moving_mobjects(self, *animations: Animation) -> list[Mobject]:
        """Return what is drawn at every frame: what moves, and all that lies over any of it.

        manim takes what comes later in the scene's list; what lies in a higher layer has to be drawn after it, too.
        Groups are looked at member by member: one may hold something of a lower layer as well, which stands still.
        """
        moving = super().get_moving_mobjects(*animations)
        if not moving:
            return moving
        lowest = min(member.z_index for mobject in moving for member in mobject.get_family())
        kept = set(map(id, moving))
        above = [
            member
            for member in self.get_mobject_family_members()
            if id(member) not in kept and member.z_index > lowest and len(member.points)
        ]
        return [*above, *moving]


def axis_families(world: World) -> bool:
    """Return whether each axis has a family of its own: the first family's words lie along the first axis."""
    if len(world.families) != 2 or world.dimension < 2:
        return False
    for axis, words in enumerate(world.families.values()):
        rows = [world.vectors[word] for word in words if word in world.vectors]
        if rows and sum(row[axis] for row in rows) <= sum(row[1 - axis] for row in rows):
            return False
    return True


def climate(world: World, view: PlaneView, colors: Sequence[str]) -> list[Glow]:
    """Return the soft lights that say which corner is whose; none without a family for each axis."""
    return lights(view, colors) if axis_families(world) else []


def lights(view: PlaneView, colors: Sequence[str]) -> list[Glow]:
    """Return a soft light at each axis's corner, in its colour."""
    x, y = view.origin
    reach = _CLIMATE_REACH * view.step * view.unit
    near = 0.1 * view.step * view.unit
    return [
        Glow((x + reach, y - near), reach, colors[0], 0.09),
        Glow((x - near, y + reach), reach, colors[1], 0.15),
    ]
