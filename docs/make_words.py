"""Write the tables of docs/real-words.md, and draw docs/words.png: two mice of real words.

``python docs/make_words.py`` measures all planes again; ``tests/scenes/test_real_words.py`` fails when the page is out
of date.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from shutil import copy
from subprocess import run
from sys import executable
from tempfile import TemporaryDirectory

import torch
from torch import Tensor

from attnmath import attend
from scenes.real_words import SCALE, WordPlane, plane_names, real_words, word_plane
from scenes.worlds import bare, written_words

PAGE = Path(__file__).parent / "real-words.md"
_CLEAR = 0.15
PLANES = "| plane | AUC | phrase | before | after | strongest others | its own way |\n|---|---|---|---|---|---|---|"


def pulled(plane: WordPlane, phrase: str) -> tuple[Tensor, Tensor, list[tuple[float, str]]]:
    """Return the subject's place before and after one plain step of attention, and the other words by their weights."""
    table = real_words()
    words = [table.find(bare(word)) or "" for word in written_words(phrase)]
    x = SCALE * plane.axes().places(table.rows(words))  # (T, 2)
    step, at = attend(x), len(words) - 1 - words[::-1].index(plane.subject or "")
    others = [(float(step.weights[at, place]), word) for place, word in enumerate(words) if place != at]
    return x[at], step.output[at], sorted(others, reverse=True)


def rows(name: str) -> list[str]:
    """Return the table's rows of a plane: one a phrase."""
    plane = word_plane(name)
    aucs = ", ".join(f"{value:.2f}" for value in plane.separations().values())
    moved = [pulled(plane, phrase) for phrase in plane.phrases.values()]
    lines = []
    for axis, (phrase, (before, after, others)) in enumerate(zip(plane.phrases.values(), moved, strict=True)):
        turned = (after - before)[axis] - (after - before)[1 - axis]  # towards its own axis, and away from the other
        strongest = ", ".join(f"{word} {weight:.2f}" for weight, word in others[:2])
        is_first = axis == 0
        lines.append(
            f"| {name if is_first else ''} | {aucs if is_first else ''} | {phrase} | {point(before)} | {point(after)} "
            f"| {strongest} | {verdict(float(turned))} |"
        )
    return lines


def verdict(turned: float) -> str:
    """Return a word for how far a word went towards its own axis, and away from the other, in units of the plane."""
    return "yes" if turned > _CLEAR else "hardly" if turned > -_CLEAR else "no"


def point(place: Tensor) -> str:
    """Return a place as text: ``(1.14, 1.61)``."""
    return "({:.2f}, {:.2f})".format(*(float(number) for number in place))


def halves(count: int = 200) -> str:
    """Return a sentence about planes from random halves of apple's seeds."""
    plane, chance = word_plane("fruit/device"), random.Random(0)
    right, apart, pulling = 0, list[float](), set[tuple[str, str]]()
    for _ in range(count):
        half = {name: tuple(chance.sample(words, len(words) // 2)) for name, words in plane.seeds.items()}
        (_, first, fruit), (_, second, device) = (
            pulled(replace(plane, seeds=half), phrase) for phrase in plane.phrases.values()
        )
        right += bool(first[0] > second[0] and first[1] < second[1])
        apart.append(float(torch.linalg.vector_norm(first - second)))
        pulling.add((fruit[0][1], device[0][1]))
    strongest = " or ".join(f"{one} and {other}" for one, other in sorted(pulling))
    return (
        f"On {count} planes made from random halves of the seeds of fruit/device, the two apples part the right way on "
        f"{right}, by {min(apart):.2f} to {max(apart):.2f}; {strongest} pull most on all of them."
    )


def page(text: str) -> str:
    """Return the page with its tables measured again."""
    table = "\n".join([PLANES, *(line for name in plane_names() for line in rows(name))])
    for mark, content in (("planes", table), ("halves", halves())):
        text = re.sub(
            rf"(?s)(<!-- {mark} -->\n).*?(\n<!-- end -->)", lambda found, new=content: found[1] + new + found[2], text
        )
    return text


def draw() -> None:
    """Draw the picture of two mice."""
    with TemporaryDirectory() as folder:
        name = "attention-apple-pulled-side-by-side"
        given = ["--words", "--axes", "animal/machine", "-q", "medium", "--out", folder, "--no-record"]
        run([executable, "render.py", "still", name, *given], cwd=PAGE.parents[1], check=True)
        copy(Path(folder) / f"{name}-end.png", PAGE.with_name("words.png"))


if __name__ == "__main__":
    torch.set_num_threads(1)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    draw()
    print(f"wrote {PAGE.name} and words.png")
