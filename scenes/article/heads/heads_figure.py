"""The base of the figures of several heads: their colours, and value spaces as panes side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torch import Tensor

from scenes.article.heads.pane import Air, unit_of
from scenes.article.heads.value_space import ValueSpace
from scenes.article.heads.value_stage import ICON, StagedSpace, spans_of, title_size
from scenes.plane_figure import PlaneFigure, axis_families
from scenes.stage import Region
from scenes.style import Theme

_NOTABLE = 0.3
"""The least share of a column's largest number from which an axis has its name at the end of it."""

RIM = 0.05
"""Scene units that a pane's edge takes."""

HEADS = ("semantic", "grammatical")
"""The keys of the names of both heads' spaces."""


def color_named(word: str, theme: Theme) -> str | None:
    """Return the colour that a word names, if it does: a green apple is green."""
    return {"red": theme.subject, "green": theme.query}.get(word)


class HeadsFigure(PlaneFigure):
    """A figure of several heads: each has a value space of its own, drawn as a pane."""

    world_name = "colours"
    with_plane = False
    with_record = False

    def color_of(self, word: str) -> str:
        """Return a word's colour: the one that it names, or else its role's."""
        return color_named(word, self.style.theme) or super().color_of(word)

    def ink_among(self, words: Sequence[str], word: str) -> str:
        """Return a word's colour in a phrase: the subject takes the one that the word before it names."""
        if word == self.world.subject and word in words:
            place = len(words) - 1 - words[::-1].index(word)
            named = color_named(words[place - 1], self.style.theme) if place else None
            return named or self.color_of(word)
        return self.color_of(word)

    def axis_color(self, index: int) -> str:
        """Return an axis's colour: the one that its name begins with, or its family's."""
        theme, name = self.style.theme, self.world.axes[index]
        named = [color for length in (3, 5) if (color := color_named(name[:length], theme))]
        if named:
            return named[0]
        families = len(self.world.families) == 2 and index < 2 and axis_families(self.world)
        return theme.families[index] if families else theme.ink

    def staged(
        self,
        spaces: Sequence[ValueSpace],
        panes: Sequence[Region],
        ink: Callable[[str], str],
        *,
        kept: float | None = None,
        icon: float = ICON,
        titles: Sequence[str],
    ) -> list[StagedSpace]:
        """Return value spaces in their panes, all in one scale.

        Args:
            spaces: the spaces.
            panes: a region for each.
            ink: called with a word for its colour.
            kept: the weight above which a pull is drawn; what is left pulls together. Without it all words are drawn.
            icon: the height of icons as a share of the unit.
            titles: the spaces' titles.
        """
        spans, air = spans_of(spaces), self._air()
        unit = unit_of(panes, spans, air)
        size = min(title_size(title, pane, self.style) for title, pane in zip(titles, panes, strict=True))
        return [
            StagedSpace(
                space, pane, unit=unit, spans=span, air=air, ink=ink, title=title, title_size=size, kept=kept,
                icon=icon, style=self.style,
            )
            for space, pane, span, title in zip(spaces, panes, spans, titles, strict=True)
        ]  # fmt: skip

    def _air(self) -> Air:
        wide = self.stage.is_wide or self.stage.is_portrait
        return Air(0.7, 0.6, 0.62) if wide else Air(0.5, 0.45, 0.6)

    def _ends(self, W_V: Tensor) -> list[tuple[str, str]]:
        """Return the names of the axes at both ends of the first axis of values, each with its colour; or empty."""
        return [
            ("", "") if index is None else (self.world.axes[index], self.axis_color(index))
            for index in self.leading_axes(W_V)
        ]

    def leading_axes(self, W_V: Tensor) -> list[int | None]:
        """Return the axes that lead farthest left and farthest right in a space; None where none leads far."""
        column = W_V[:, 0].tolist()
        largest = max(map(abs, column)) or 1.0
        leading: list[int | None] = []
        for sign in (-1, 1):
            index = max(range(len(column)), key=lambda each: sign * column[each])
            leading.append(index if sign * column[index] > _NOTABLE * largest else None)
        return leading
