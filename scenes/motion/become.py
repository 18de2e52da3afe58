"""Becoming: another colour or brightness, another phrase, the factors of a sum."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from manim import (
    Animation,
    AnimationGroup,
    ApplyFunction,
    ApplyMethod,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    TransformFromCopy,
    VMobject,
    smooth,
    squish_rate_func,
)

from scenes.parts.arithmetic.dot_product import DotProduct
from scenes.parts.phrase import PhraseRow
from scenes.style import Theme


def recolor(mobject: VMobject, color: str) -> Animation:
    """Give a mobject another colour, ``#rrggbb``."""
    return ApplyMethod(mobject.set_color, color)


def fade_to(mobject: VMobject, opacity: float) -> Animation:
    """Dim a mobject, or light it up again; outlines stay outlines."""

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


def light(lit: Sequence[VMobject], among: Sequence[VMobject], theme: Theme) -> Animation:
    """Light up some of several mobjects and dim the others."""
    return AnimationGroup(*(recolor(piece, theme.ink if piece in lit else theme.dim) for piece in among))


def rewrite(before: PhraseRow, after: PhraseRow) -> Animation:
    """Turn a phrase into another: old words fade out, common ones move to their new places, new ones fade in."""
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


def multiply(work: DotProduct) -> list[Animation]:
    """Bring the numbers of two vectors down between the signs of the sum of products."""
    return [*(TransformFromCopy(number, factor) for number, factor in work.carried), FadeIn(*work.signs)]
