"""The figures that use something of the user's: a parameter, or a matrix of the world."""

from __future__ import annotations

from rendering.plan.own_world import computed
from scenes import FIGURES, load_figure
from scenes.errors import unknown_name
from scenes.worlds import load_world

_MATRICES = "world.matrices."


def figures_using(name: str) -> list[str]:
    """Return the figures that have a parameter of a name, or look up a matrix of that name, in their order.

    Args:
        name: such as ``phrase``, ``W_Q`` or ``world.matrices.W_Q``.

    Raises:
        UserError: when no figure uses it, with the nearest name that one does.
    """
    uses = {figure: used_by(figure) for figure in FIGURES}
    wanted = name.removeprefix(_MATRICES)
    if found := [figure for figure, names in uses.items() if wanted in names]:
        return found
    raise unknown_name("parameter or matrix", wanted, dict.fromkeys(each for names in uses.values() for each in names))


def used_by(figure: str) -> tuple[str, ...]:
    """Return a figure's parameters and the matrices that it looks up in its own world."""
    cls = load_figure(figure)
    _, part = computed(cls, cls.Parameters(), load_world(cls.world_name))
    return (*cls.Parameters.model_fields, *part.matrices)
