"""The article's and the lessons' statements in numbers, measured: the claims that the maths alone can judge.

One list, ``FACTS``. The tests measure every one of it, and ``python docs/make_facts.py`` writes docs/facts.md from it.
"""

from scenes.claims import Fact
from scenes.facts.attention import FACTS as ATTENTION
from scenes.facts.corrections import FACTS as CORRECTIONS
from scenes.facts.counting import FACTS as COUNTING
from scenes.facts.prediction import FACTS as PREDICTION

FACTS: tuple[Fact, ...] = (*ATTENTION, *PREDICTION, *COUNTING, *CORRECTIONS)

__all__ = ["ATTENTION", "CORRECTIONS", "COUNTING", "FACTS", "PREDICTION"]
