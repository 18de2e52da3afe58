"""The words that figures of transformed spaces show."""

from __future__ import annotations

from scenes.errors import UserError
from scenes.worlds import World


def landmarks(world: World) -> tuple[str, ...]:
    """Return the words that a plane without a phrase shows: those of the families and the subject.

    Raises:
        UserError: when there are fewer than two.
    """
    words = world.landmarks
    if len(words) < 2:
        raise UserError(f"this figure shows the words of the families and the subject; the world has {len(words)}")
    return words
