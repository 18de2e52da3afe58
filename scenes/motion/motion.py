"""Motions that figures share: how a thing comes, goes and becomes another."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

import numpy as np
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    ApplyFunction,
    ApplyMethod,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    Mobject,
    ReplacementTransform,
    ShowPassingFlash,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from manim.typing import Vector3D
from numpy.linalg import norm
from numpy.typing import NDArray

from scenes.parts.arithmetic.dot_product import DotProduct
from scenes.parts.bars.bars import Bar, SideBar
from scenes.parts.bars.score_bars import ScoreBar
from scenes.parts.geometry import Point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow, HoldRing
from scenes.parts.plane.pulls import Pulls
from scenes.parts.plane.word_plane import PlaneWord
from scenes.style import Theme

_BEAD, _BESIDE = 0.055, 0.09
"""Scene units: a bead's radius, and how far beside the things it passes."""

_DUSK = 0.2
"""Share of the time in which something goes out, or lights up, on its way."""

_LAG, _LIT = 0.3, 0.15
"""Shares of time: until the last of many beads leaves, and in which each lights up or goes out."""

late = squish_rate_func(smooth, 0.6, 1.0)
"""The rate of what only appears when something else arrives."""


def grow(arrow: Arrow) -> Animation:
    """An arrow grows out of where it begins."""
    return GrowFromPoint(arrow, arrow.start)


def flow(arrow: Arrow, color: str, width: float) -> Animation:
    """A light runs along an arrow, ``#rrggbb`` and so wide in manim's stroke units: something goes where it points."""
    return ShowPassingFlash(arrow.shaft.copy().set_stroke(color, width), time_width=0.6)


def pull(pulls: Pulls) -> list[Animation]:
    """Every arrow grows out of the word that is pulled, and the ring that holds it is drawn."""
    return [Create(arrow) if isinstance(arrow, HoldRing) else grow(arrow) for arrow in pulls.arrows]


def rise(bar: Bar, **options: Any) -> Animation:
    """A bar grows out of its zero line, up or down; options are those of manim's ``Animation``."""
    return Unfold(bar, UP if bar.value < 0 else DOWN, **options)


def extend(bar: SideBar, **options: Any) -> Animation:
    """A bar grows out of where it begins, to the right; options are those of manim's ``Animation``."""
    return Unfold(bar, LEFT, **options)


def multiply(work: DotProduct) -> list[Animation]:
    """The numbers of two vectors come down between the signs of the sum of products."""
    return [*(TransformFromCopy(number, factor) for number, factor in work.carried), FadeIn(*work.signs)]


def stretch(bar: ScoreBar) -> Animation:
    """A score's bar grows out of its zero line, to its side."""
    return Unfold(bar, RIGHT if bar.value < 0 else LEFT)


def move_word(word: PlaneWord, to: Point, label: Point) -> Animation:
    """A word moves on its plane: its mark to ``to``, the middle of its label to ``label``."""
    return AnimationGroup(ApplyMethod(word.mark.move_to, to), ApplyMethod(word.label.move_to, label))


def send_word(word: PlaneWord, to: Point, label: Point) -> Animation:
    """A word moves on its plane past others: only its mark is seen on the way, and its label again when it is there."""
    return AnimationGroup(ApplyMethod(word.mark.move_to, to), Reappear(word.label, label))


def gather(sources: Sequence[VMobject], target: VMobject) -> list[Animation]:
    """Many things flow into one: out of each a bead travels to it, past what stands between, and it appears.

    A single source becomes the target by itself.
    """
    if len(sources) == 1:
        return [TransformFromCopy(sources[0], target)]
    return [Beads(sources, target), FadeIn(target, rate_func=late)]


def send(source: VMobject, target: VMobject) -> Animation:
    """One thing goes into another far away: a bead travels, past what stands between, and the other appears."""
    return AnimationGroup(Beads([source], target), FadeIn(target, rate_func=late))


def down_then_across(start: NDArray[np.float64], end: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    """A path round a corner, for manim's ``path_func``: first to the height of the end, then sideways to it."""
    across, down = (smooth(min(max(share, 0.0), 1.0)) for share in ((alpha - 0.3) / 0.7, alpha / 0.5))
    moved: NDArray[np.float64] = start + np.array([across, down, 1.0]) * (end - start)
    return moved


def recolor(mobject: VMobject, color: str) -> Animation:
    """A mobject takes another colour, ``#rrggbb``."""
    return ApplyMethod(mobject.set_color, color)


def fade_to(mobject: VMobject, opacity: float) -> Animation:
    """A mobject goes dim, or lights up again, without leaving; what is only outlined stays so."""

    def faded(target: VMobject) -> VMobject:
        for member in target.family_members_with_points():
            filled = member.get_fill_opacity() > 0
            drawn = member.get_stroke_width() > 0 and member.get_stroke_opacity() > 0
            if filled or not drawn:
                member.set_fill(opacity=opacity, family=False)
            if drawn or not filled:
                member.set_stroke(opacity=opacity, family=False)
        return target

    return ApplyFunction(faded, mobject)  # type: ignore[arg-type]


def rewrite(before: PhraseRow, after: PhraseRow) -> Animation:
    """A phrase becomes another: words go, those that both have move to their new places, words come."""
    old_texts, new_texts = ([word.text for word in row.words] for row in (before, after))
    kept = {
        block.a + step: block.b + step
        for block in SequenceMatcher(None, old_texts, new_texts, autojunk=False).get_matching_blocks()
        for step in range(block.size)
    }
    first, last = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
    gone = [FadeOut(word, rate_func=first) for index, word in enumerate(before.words) if index not in kept]
    come = [FadeIn(word, rate_func=last) for index, word in enumerate(after.words) if index not in kept.values()]
    moved = [ReplacementTransform(before.words[old], after.words[new]) for old, new in kept.items()]
    return AnimationGroup(*gone, *moved, *come)


def light(lit: Sequence[VMobject], among: Sequence[VMobject], theme: Theme) -> Animation:
    """Some of several mobjects light up, the others go dim."""
    return AnimationGroup(*(recolor(piece, theme.ink if piece in lit else theme.dim) for piece in among))


class Unfold(GrowFromPoint):
    """A mobject grows out of one of its edges, as wide there as it will be.

    Args:
        mobject: what grows.
        edge: manim's direction of the edge.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, mobject: Mobject, edge: Vector3D, **options: Any) -> None:
        self._grown, self.edge = mobject, edge
        super().__init__(mobject, mobject.get_edge_center(edge), **options)

    def create_starting_mobject(self) -> Mobject:
        """All of it on the edge."""
        start = self._grown.copy()
        start.stretch(0.0, 0 if self.edge[0] else 1, about_point=self.point)
        return start


class Beads(Animation):
    """Beads travel from many things to one, along the side of the row or column in which they stand.

    Args:
        sources: where they come from; each bead has its source's colour.
        target: where they go.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, sources: Sequence[VMobject], target: VMobject, **options: Any) -> None:
        way = target.get_center() - VGroup(*sources).get_center()
        side = UP if abs(way[0]) > abs(way[1]) else RIGHT
        nearest = sorted(sources, key=lambda source: float(norm(target.get_center() - source.get_center())))
        self._paths = [
            [source.get_edge_center(side) + _BESIDE * side, target.get_edge_center(side) + _BESIDE * side]
            for source in nearest
        ]
        beads = [
            Dot(path[0], radius=_BEAD, color=source.family_members_with_points()[0].get_color())
            for source, path in zip(nearest, self._paths, strict=True)
        ]
        super().__init__(VGroup(*beads), introducer=True, remover=True, rate_func=linear, **options)

    def create_starting_mobject(self) -> Mobject:
        """Nothing: every frame follows from the moment alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """The nearest bead is ahead; each lights up where it leaves and goes out where it arrives."""
        last = max(1, len(self._paths) - 1)
        for index, (bead, (start, end)) in enumerate(zip(self.mobject, self._paths, strict=True)):
            share = (alpha - _LAG * index / last) / (1 - _LAG)
            share = min(max(share, 0.0), 1.0)
            bead.move_to(start + smooth(share) * (end - start))
            bead.set_opacity(min(1.0, share / _LIT, (1 - share) / _LIT))


class Reappear(Animation):
    """Something goes out where it is and lights up elsewhere.

    Args:
        mobject: what moves; all of it has one opacity.
        to: where its middle is in the end, a manim point.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, mobject: VMobject, to: Point, **options: Any) -> None:
        self._from, self._to = mobject.get_center(), to
        self._opacity = mobject.family_members_with_points()[0].get_fill_opacity()
        super().__init__(mobject, rate_func=linear, **options)

    def create_starting_mobject(self) -> Mobject:
        """Nothing: every frame follows from the moment alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Out at first, back in the end."""
        self.mobject.move_to(self._from if alpha < 0.5 else self._to)
        self.mobject.set_opacity(self._opacity * seen(alpha, 0.5))


def seen(alpha: float, unseen: float) -> float:
    """How much is seen of what goes out on its way and lights up again, with a share of the time unseen between."""
    return float(smooth(min(max((abs(alpha - 0.5) - unseen / 2) / _DUSK, 0.0), 1.0)))
