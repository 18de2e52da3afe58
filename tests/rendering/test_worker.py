"""A worker gives back what a figure took, and looks through nothing that stays."""

from __future__ import annotations

import gc
import sys
import weakref

import psutil
import pytest

from rendering.worker import give_back, make_ready


class Family:
    """Knows itself, as mobjects know their parents."""

    def __init__(self) -> None:
        self.itself, self.blocks = self, [bytearray(1000) for _ in range(60_000)]


def resident() -> int:
    return int(psutil.Process().memory_info().rss)


def test_what_knows_itself_goes() -> None:
    family = Family()
    seen = weakref.ref(family)
    del family
    give_back()
    assert seen() is None


@pytest.mark.skipif(sys.platform != "linux", reason="other C libraries give memory back when they like")
def test_memory_goes_back_to_the_system() -> None:
    family, kept = Family(), bytearray(1000)  # what is kept lies above the rest
    full = resident()
    del family
    give_back()
    assert full - resident() > 40e6 and kept


def test_what_is_loaded_is_not_looked_through() -> None:
    before = gc.get_freeze_count()
    try:
        gc.unfreeze()
        make_ready()
        loaded = gc.get_freeze_count()
        make_ready()
        assert gc.get_freeze_count() == loaded > 100_000
    finally:
        if not before:
            gc.unfreeze()
