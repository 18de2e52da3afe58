"""Draw every figure from worlds that nobody made it for, and say what crashes, what lies and what leaves the frame.

Run from the project's folder: ``python -m bench.own_worlds``. The worlds have no icons, no word and no family of the
article's; their vectors are multiplied by 10⁻⁶, 1 and 3000, their phrases have 3, 9 and 16 words, and captions are
English and German. Nothing is rendered: figures run blind, and what stands on the frame at the end of every beat is
looked at.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from rendering.plan.check_claims import verdicts
from rendering.plan.plan import plan_all
from rendering.request.settings import GivenWorld, Settings
from rendering.request.shot import FRAMES, QUALITIES, Shot
from scenes import FIGURES, MODELS, load_figure
from scenes.errors import UserError
from scenes.parts.text.number import Number, Tick
from scenes.quantities import tables
from scenes.style import Style
from tests.scenes.faults import layout_faults
from tests.scenes.harness import Run, run

SCALES = (1e-6, 1.0, 3000.0)
COUNTS = (3, 9, 16)
LANGUAGES = ("en", "de")

ARTICLE = re.compile(
    r"\b(apple|banana|pear|orange|phone|laptop|tablet|fruits?|devices?|techiness|fruitiness|bride"
    r"|Frucht|Früchte|Geräte?|Apfel)\b",
    re.IGNORECASE,
)
"""Words of the article's world, which another world's figures have no reason to say."""


def plane_world(scale: float, count: int) -> dict[str, Any]:
    """Return a world of two numbers a word, with phrases of a given length and two families."""
    chance = random.Random(count)
    water, money = ["river", "stream", "lake", "shore", "pond"], ["loan", "cash", "purse", "credit", "coin"]
    half = min(5, max(1, (count - 1) // 2))
    vectors = {"bank": [1.6, 1.6]}
    vectors |= {word: [2.2 + chance.random(), 0.1 + 0.8 * chance.random()] for word in water}
    vectors |= {word: [0.1 + 0.8 * chance.random(), 2.2 + chance.random()] for word in money}
    small = ["we", "sat", "by", "the", "old", "and", "saw", "some", "of", "that", "went", "with", "very", "late"]
    for word in small:
        angle, size = chance.uniform(0.6 * math.pi, 1.9 * math.pi), chance.uniform(0.9, 1.3)
        vectors[word] = [size * math.cos(angle), size * math.sin(angle)]
    phrases = {"water": [*small[: count - 2], "river", "bank"], "money": [*small[::-1][: count - 2], "loan", "bank"]}
    matrices = {
        "W_Q": [[1.2, 0.0], [1.0, 0.8]], "W_K": [[0.6, 0.0], [-0.2, 1.2]], "W_V": [[1.1, -0.5], [-0.5, 1.1]],
        "M": [[1.1, 0.7], [-0.7, 0.4]], "B": [[0.8, 0.6], [0.6, 0.8]], "C": [[1.1, -0.5], [-0.5, 1.1]],
    }  # fmt: skip
    return {
        "title": "Two banks",
        "axes": ["wetness", "wealth"],
        "subject": "bank",
        "families": {"water": water[:half], "money": money[:half]},
        "vectors": {word: [scale * number for number in row] for word, row in vectors.items()},
        "phrases": {name: " ".join(words) for name, words in phrases.items()},
        "matrices": matrices,
    }


def heads_world(scale: float, count: int, dimension: int = 3) -> dict[str, Any]:
    """Return a world of three or more numbers a word, with the matrices of two heads."""
    world, chance = plane_world(scale, count), random.Random(count)
    for row in world["vectors"].values():
        row += [scale * chance.uniform(-0.8, 0.8) for _ in range(2, dimension)]
    more = [0.1 * scale] * (dimension - 3)
    world["vectors"] |= {
        "wet": [-1.5 * scale, -1.3 * scale, 2.2 * scale, *more],
        "dry": [-1.3 * scale, -1.5 * scale, -2 * scale, *more],
    }
    small = world["phrases"]["water"].split()[: count - 3]
    world["phrases"] = {
        "wet": " ".join([*small, "river", "wet", "bank"]), "dry": " ".join([*small, "river", "dry", "bank"]),
        **world["phrases"],
    }  # fmt: skip
    world["axes"] = [*world["axes"], "wet", *(f"axis {number}" for number in range(4, dimension + 1))]
    world["matrices"] = {
        "W_Q_0": [[0.45, 0.0], [0.0, 0.45], [0.0, 0.0]], "W_K_0": [[1.0, 0.0], [0.0, 1.0], [-0.3, -0.3]],
        "W_V_0": [[1.1, 0.55], [-1.1, 0.55], [0.05, 0.0]], "W_Q_1": [[-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]],
        "W_K_1": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], "W_V_1": [[-0.15, 0.55], [0.15, 0.55], [0.95, 0.0]],
        "W_O": [[0.45, -0.45, 0.1], [0.9, 0.9, 0.1], [0.1, 0.1, 0.7], [0.1, 0.1, -0.1]],
    }  # fmt: skip
    world["matrices"] |= {name: [[1.2, 0.0, 0.1], [1.0, 0.8, 0.0], [0.0, 0.1, 0.5]] for name in ("W_Q", "W_K", "W_V")}
    if dimension > 3:
        world["matrices"] = {name: _longer(rows, name, dimension) for name, rows in world["matrices"].items()}
    return world


def _longer(rows: list[list[float]], name: str, dimension: int) -> list[list[float]]:
    """Return a matrix of three numbers' vectors as one of longer ones: small numbers in the new rows and columns."""
    small = [0.1, -0.2, 0.2]
    if name in ("W_O", "W_Q", "W_K", "W_V"):
        rows = [[*row, *(small[(index + at) % 3] for at in range(3, dimension))] for index, row in enumerate(rows)]
    width = len(rows[0])
    return rows if name == "W_O" else [*rows, *([small[at % 3] for at in range(width)] for _ in range(3, dimension))]


WORLDS = {"plane": plane_world, "heads": heads_world}


@dataclass(frozen=True)
class Result:
    """The result of drawing a figure from one world.

    Attributes:
        figure: its name.
        case: the world, its scale, the words of its phrases and the language.
        outcome: ``drawn``, ``untidy``, ``refused``, ``lies`` or ``crashed``.
        said: the reason, or what is wrong.
        seconds: how long it took.
    """

    figure: str
    case: str
    outcome: str
    said: str
    seconds: float


def shot_of(name: str, content: dict[str, Any]) -> Shot:
    """Return a figure's shot in a world; it raises a UserError when the figure cannot be drawn from it."""
    (shot,) = plan_all([name], Settings(world=GivenWorld("own.toml", content)), QUALITIES["low"]).shots
    return shot


def lies(shot: Shot, drawn: Run) -> Iterator[str]:
    """Yield what a figure says that is not true of the world it is drawn from."""
    known = [float(value) for table in tables(drawn.figure.numbers) for value in table.values.flatten().tolist()]
    largest = max((abs(value) for value in known if math.isfinite(value)), default=0.0)
    for snapshot in drawn.snapshots:
        texts = [text.says for text in snapshot.texts] + [snapshot.beat.caption]
        for said in texts:
            if found := ARTICLE.search(said):
                yield f"{snapshot.beat.name}: speaks of {found.group()!r}: {said}"
        shown = [text.mobject for text in snapshot.texts if isinstance(text.mobject, Number)]
        computed = [number for number in shown if not isinstance(number, Tick)]
        for number in computed:
            if not any(math.isclose(number.value, value, rel_tol=1e-5, abs_tol=1e-7 * largest) for value in known):
                yield f"{snapshot.beat.name}: {number.shown} ({number.value:g}) is no number of the figure's"
        zeros = [number for number in computed if number.value != 0 and not re.search("[1-9]", number.shown)]
        if zeros and len(zeros) == len(computed):
            yield f"{snapshot.beat.name}: every number reads as zero, such as {zeros[0].value:g}"
        for value, said, read in snapshot.numbers:
            if said != read:
                yield f"{snapshot.beat.name}: {value:g} is written {said} and reads {read}"
    alternative = type(drawn.figure).alternative_values(drawn.figure.numbers)
    if found := ARTICLE.search(" ".join(map(str, alternative.values()))):
        yield f"alternative text: speaks of {found.group()!r}"
    for verdict in verdicts(shot):
        if re.search(r"\b0\.0+ [<≥] 0\.0+", verdict.said):
            yield f"claim: {verdict.line}"


def tried(name: str, world: str, scale: float, count: int, language: str, frame: str = "16:9") -> Result:
    """Draw one figure from one world."""
    case, begun = f"{world} × {scale:g}, {count} words, {language}, {frame}", time.perf_counter()

    def result(outcome: str, said: str = "") -> Result:
        return Result(name, case, outcome, said, time.perf_counter() - begun)

    try:
        shot = shot_of(name, WORLDS[world](scale, count))
        drawn = run(name, shot.parameters.model_dump(), shot.world, frame=frame, style=Style.of(language=language))
        if wrong := list(dict.fromkeys(lies(shot, drawn))):
            return result("lies", "; ".join(wrong[:3]))
        untidy = [problem for snapshot in drawn.snapshots for problem in layout_faults(snapshot, drawn.figure.stage)]
        return result("untidy" if untidy else "drawn", "; ".join(list(dict.fromkeys(untidy))[:2]))
    except UserError as error:
        return result("refused", str(error).removeprefix(f"{name}: "))
    except Exception:  # whatever it is, it is what is looked for
        return result("crashed", " | ".join(traceback.format_exc().strip().splitlines()[-3:]))


def main() -> None:
    """Try all, print a line each and a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", nargs="*", default=[name for name in FIGURES if FIGURES[name].section != MODELS])
    parser.add_argument("--worlds", nargs="+", default=list(WORLDS))
    parser.add_argument("--scales", nargs="+", type=float, default=SCALES)
    parser.add_argument("--counts", nargs="+", type=int, default=COUNTS)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--frames", nargs="+", choices=FRAMES, default=["16:9"])
    given = parser.parse_args()
    tally: dict[str, Counter[str]] = {}
    for name in given.figures:
        load_figure(name)
        for world in given.worlds:
            for scale in given.scales:
                for count in given.counts:
                    for language, frame in product(given.languages, given.frames):
                        result = tried(name, world, scale, count, language, frame)
                        tally.setdefault(name, Counter())[result.outcome] += 1
                        if result.outcome != "drawn":
                            print(f"{result.outcome:8} {name}  [{result.case}]  {result.said}", flush=True)
    print()
    outcomes = ("drawn", "untidy", "refused", "lies", "crashed")
    print(f"{'figure':48}" + "".join(f"{outcome:>9}" for outcome in outcomes))
    for name, counts in tally.items():
        print(f"{name:48}" + "".join(f"{counts[outcome]:9}" for outcome in outcomes))
    if any(counts["lies"] + counts["crashed"] for counts in tally.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
