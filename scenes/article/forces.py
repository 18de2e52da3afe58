"""One word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.figure import Figure, world_matrix
from scenes.pair import Pair, PairParameters, pair, pulls_row
from scenes.parts.force import ForceLane, LaneEnd, lane_scale
from scenes.parts.number import format_number
from scenes.parts.text import Label
from scenes.worlds import World

_BELOW = 1.1
"""Scene units of a lane's height that the words take more below its line than the icons above it."""

_SAID_DROP = 0.95
"""Scene units from a lane's line down to the baseline of what is said of it."""


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """How two words pull each other with the world's W_K and W_Q."""
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


class AsymmetricForces(Figure):
    """attention-asymmetric-forces: the bride pulls the ring hard, the ring pulls the bride weakly."""

    name = "attention-asymmetric-forces"
    Parameters = PairParameters
    world_name = "bride-and-ring"
    numbers: Pair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Both forces."""
        return by_matrices(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Pair) -> Mapping[str, object]:
        """The two words and the forces between them."""
        strong, weak = (format_number(float(force)) for force in numbers.forces)
        return {"first": numbers.words[0], "second": numbers.words[1], "strong": strong, "weak": weak}

    def build(self) -> None:
        """A lane for each of the two forces."""
        style = self.style
        upper, lower, note = self.stage.safe.inset(left=0.3, right=0.3).rows(3, 3, 0.5, gap=0.2)
        ends = [self._ends(index) for index in range(2)]
        scale = lane_scale(self.numbers.forces, upper, ends)
        self.lanes, self.said = [], []
        for index, (region, force) in enumerate(zip((upper, lower), self.numbers.forces, strict=True)):
            # The icons stand at the line, the words below it.
            lane = ForceLane(
                region.inset(bottom=_BELOW), *ends[index], force, scale,
                pulled=1 - index, color=style.theme.key, number_size=style.sizes.formula, style=style,
            )  # fmt: skip
            said = pulls_row(self.numbers.words[index], self.numbers.words[1 - index], style=style)
            said.set_x(float(lane.line.get_x())).on_baseline(float(lane.line.get_y()) - _SAID_DROP)
            self.lanes.append(lane)
            self.said.append(said)
        self.note = Label(self.says("legend"), color=style.theme.dim, style=style)
        self.note.move_to(note.centre)

    def _ends(self, index: int) -> tuple[LaneEnd, LaneEnd]:
        theme, words = self.style.theme, self.numbers.words
        roles = [(self.says("key-role"), theme.key), (self.says("query-role"), theme.query)]
        first, second = roles if index == 0 else roles[::-1]
        return (
            LaneEnd(words[0], first[1], role=first[0], icon=1.5, style=self.style),
            LaneEnd(words[1], second[1], role=second[0], icon=1.5, style=self.style),
        )

    def tell(self) -> None:
        """One beat: all of it."""
        with self.beat("forces", **self.alternative_values(self.numbers)):
            self.add(*self.lanes, *self.said, self.note)
