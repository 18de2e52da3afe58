"""Libraries that are loaded ahead are those that torch loads, and slow ones that are not needed are not loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scenes import FIGURES

ROOT = Path(__file__).parents[2]


def printed(code: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="on other systems torch loads its library itself")
def test_torch_finds_its_library_loaded() -> None:
    code = """
import sys, threading
from pathlib import Path
from rendering.draw.startup import load_torch_ahead

def libraries():
    return {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libtorch" in line}

load_torch_ahead()
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
ahead = libraries()
print(len(ahead), "torch" in sys.modules)
import torch
print(len(libraries() - ahead), torch.ones(2, 2).matmul(torch.ones(2, 2)).sum().item())
"""
    several, imported, more, total = printed(code)
    assert int(several) >= 3
    assert (imported, more, total) == ("False", "0", "8.0")


def test_without_torch_nothing_is_loaded() -> None:
    code = """
import importlib.util, threading
import rendering.draw.startup as loading

def failed(error):
    print(error.exc_type.__name__)

def load():
    loading.load_torch_ahead()
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join()

threading.excepthook = failed
loading.find_spec = lambda name: None
load()
loading.find_spec = importlib.util.find_spec
loading.ctypes.CDLL = lambda name: object()  # a system that has no such call
load()
"""
    assert printed(code) == []


@pytest.mark.parametrize("before", ["", "import IPython"])
def test_manim_offers_its_commands_only_to_a_notebook_that_is_there(before: str) -> None:
    code = f"""
import sys
{before}
from rendering.draw.startup import loading

with loading():
    import manim
print("IPython" in sys.modules, "manim.utils.ipython_magic" in sys.modules)
import IPython
print(IPython.get_ipython())
"""
    there = str(bool(before))
    assert printed(code) == [there, there, "None"]


def test_no_figure_needs_torchs_compiler() -> None:
    code = """
import sys
from scenes import FIGURES, load_figure
from scenes.worlds import load_world

for name in FIGURES:
    figure = load_figure(name)
    figure.compute(figure.read_parameters({}), load_world(figure.world_name))
print(len(FIGURES), *[name for name in sys.modules if name.startswith(("torch._dynamo", "torch._inductor"))])
"""
    assert printed(code) == [str(len(FIGURES))]
