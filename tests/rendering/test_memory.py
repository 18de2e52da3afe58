"""A worker gives back what a figure took, and looks through nothing that stays."""

from __future__ import annotations

import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from rendering.draw.memory import give_back

ROOT = Path(__file__).parents[2]


class Family:
    """Knows itself, as mobjects know their parents."""

    def __init__(self) -> None:
        self.itself, self.blocks = self, [bytearray(1000) for _ in range(60_000)]


def test_what_knows_itself_goes() -> None:
    family = Family()
    seen = weakref.ref(family)
    del family
    give_back()
    assert seen() is None


@pytest.mark.skipif(sys.platform != "linux", reason="other C libraries give memory back when they like")
def test_memory_goes_back_to_the_system() -> None:
    code = """
import psutil
from rendering.draw.memory import give_back
class Family:
    def __init__(self):
        self.itself, self.blocks = self, [bytearray(1000) for _ in range(60_000)]
resident = lambda: psutil.Process().memory_info().rss
family, kept = Family(), bytearray(1000)  # what is kept lies above the rest
full = resident()
del family
give_back()
print(full - resident())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) > 40e6


def test_what_is_loaded_is_not_looked_through_and_what_comes_later_is() -> None:
    code = """
import gc
from rendering.draw.memory import make_ready
make_ready()
loaded = gc.get_freeze_count()
later = [[] for _ in range(1000)]
make_ready()
print(loaded, gc.get_freeze_count())
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded, frozen = map(int, done.stdout.split())
    assert frozen == loaded > 100_000
