"""One word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from scenes.article.asymmetric.claims import ASYMMETRIC_FORCES_CLAIMS
from scenes.article.asymmetric.force import ForceLane, LaneEnd, UprightLane, lane_scale, upright_scale
from scenes.article.asymmetric.pair import Pair, PairParameters, pair, pulls_row
from scenes.figure import Figure
from scenes.parameters import world_matrix
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.worlds import World

_BELOW, _BELOW_LINES = 1.1, 1.75
"""Scene units by which the words extend farther below a lane's line than the icons above it; the second where roles
have two lines."""

_SAID_DROP = 0.95
"""Scene units from a lane's line down to the baseline of its text."""

_ROLE_WIDTH = 2.3
"""The largest width of a line of a role's name where the arrows need the width, scene units."""


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """Return the numbers of two words that pull each other with the world's W_K and W_Q."""
    size = world.dimension
    W_Q, W_K = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


class AsymmetricForces(Figure):
    """attention-asymmetric-forces: the bride pulls the ring hard, the ring pulls the bride weakly."""

    name = "attention-asymmetric-forces"
    claims = ASYMMETRIC_FORCES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    numbers: Pair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Return both forces."""
        return by_matrices(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Pair) -> Mapping[str, object]:
        """Return the two words and the forces between them."""
        strong, weak = (format_number(float(force)) for force in numbers.forces)
        return {"first": numbers.words[0], "second": numbers.words[1], "strong": strong, "weak": weak}

    def build(self) -> None:
        """Draw a lane for each of the two forces, stacked, or side by side and upright in a tall frame."""
        self.lanes: list[ForceLane | UprightLane] = []
        self.said: list[Row] = []
        safe = self.stage.safe
        if self.stage.is_portrait:
            lanes, note = safe.rows(12.4, 0.5, gap=0.3)
            self._build_upright(lanes)
        else:
            aside = 0.0 if self.stage.is_narrow else 0.3
            upper, lower, note = safe.inset(left=aside, right=aside).rows(3, 3, 0.5, gap=0.2)
            self._build_lanes(upper, lower)
        self.note = Label(self.says("legend"), color=self.style.theme.dim, style=self.style)
        self.note.move_to(note.centre)

    def _build_lanes(self, upper: Region, lower: Region) -> None:
        style = self.style
        narrow = self.stage.is_narrow
        ends = [self._ends(index, *((1.15, _ROLE_WIDTH) if narrow else (1.5, inf))) for index in range(2)]
        scale = lane_scale(self.numbers.forces, upper, ends)
        for index, (region, force) in enumerate(zip((upper, lower), self.numbers.forces, strict=True)):
            # The icons stand at the line, the words below it.
            lane = ForceLane(
                region.inset(bottom=_BELOW_LINES if narrow else _BELOW),
                *ends[index],
                force,
                scale,
                pulled=1 - index,
                color=style.theme.key,
                number_size=style.sizes.formula,
                style=style,
            )
            said = pulls_row(self.numbers.words[index], self.numbers.words[1 - index], style=style)
            said.set_x(float(lane.line.get_x())).on_baseline(float(lane.line.get_y()) - _SAID_DROP)
            self.lanes.append(lane)
            self.said.append(said)

    def _build_upright(self, region: Region) -> None:
        style, columns = self.style, region.columns(1, 1, gap=0.4)
        ends = [self._ends(index, 1.9, columns[0].width) for index in range(2)]
        below = [column.inset(top=0.9) for column in columns]
        scale = upright_scale(self.numbers.forces, below[0], ends)
        for index, (column, force) in enumerate(zip(below, self.numbers.forces, strict=True)):
            lane = UprightLane(
                column,
                *ends[index],
                force,
                scale,
                pulled=1 - index,
                color=style.theme.key,
                number_size=style.sizes.formula,
                style=style,
            )
            said = pulls_row(self.numbers.words[index], self.numbers.words[1 - index], style=style)
            said.set_x(float(column.centre[0])).on_baseline(region.top - 0.4)
            self.lanes.append(lane)
            self.said.append(said)

    def _ends(self, index: int, icon: float, role_width: float) -> tuple[LaneEnd, LaneEnd]:
        theme, words = self.style.theme, self.numbers.words
        roles = [(self.says("key-role"), theme.key), (self.says("query-role"), theme.query)]
        first, second = roles if index == 0 else roles[::-1]
        return (
            LaneEnd(words[0], first[1], role=first[0], role_width=role_width, icon=icon, style=self.style),
            LaneEnd(words[1], second[1], role=second[0], role_width=role_width, icon=icon, style=self.style),
        )

    def tell(self) -> None:
        """Show everything, in one beat."""
        first, second = self.numbers.words
        strong, weak = (format_number(float(force)) for force in self.numbers.forces)
        with self.beat("forces", first=first, second=second, strong=strong, weak=weak):
            self.add(*self.lanes, *self.said, self.note)
