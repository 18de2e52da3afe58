"""Write docs/facts.md: the article's and the lessons' statements in numbers, the measurements, and the verdicts.

``python docs/make_facts.py`` measures everything again; ``tests/attnmath/test_facts.py`` fails when the page is out of
date.
"""

from __future__ import annotations

from pathlib import Path

import torch

from scenes.claims import Fact
from scenes.facts import ATTENTION, CORRECTIONS, COUNTING, PREDICTION

PAGE = Path(__file__).parent / "facts.md"

TITLES = "| statement | source | measured | verdict |\n|---|---|---|---|"

SECTIONS = {
    "One step of attention": ATTENTION,
    "The next word": PREDICTION,
    "Counting": COUNTING,
    "Corrections": CORRECTIONS,
}

INTRODUCTION = """# The article's statements, measured

Every statement below is measured by `attnmath` alone. The sentences are ours; the source is the section of the
article, or the lesson, that makes the statement. The figures' own claims stand on the figures.
`python docs/make_facts.py` writes this page, and a test fails when it is out of date.
"""


def line(fact: Fact) -> str:
    """Return one row of the table."""
    measured = fact.measure()
    return f"| {fact.statement} | {fact.source} | {measured.said} | {measured.verdict} |"


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION]
    for title, facts in SECTIONS.items():
        parts.append("\n".join([f"## {title}\n", TITLES, *map(line, facts)]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    torch.set_num_threads(1)  # tensors as small as these wait for their threads longer than they compute
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}")
