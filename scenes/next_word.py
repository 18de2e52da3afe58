"""The article's experiment with the next word, trained; ``python -m scenes.next_word`` writes its numbers again.

The file assets/next_word.json holds four models: "last", "average" and "attention", trained on all phrases with
learned embeddings; and "unseen", an average of given embeddings trained on all phrases but Spain's.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch

from attnmath import Embedding, Head, NextWordModel
from scenes.asset_files import ASSETS

FRANCE = "the capital of France is"
SPAIN = "the capital of Spain is"
PHRASES = {"once upon a": "time", "the sun is a": "star", FRANCE: "Paris", SPAIN: "Madrid"}
SEEN = {phrase: word for phrase, word in PHRASES.items() if phrase != SPAIN}
WORDS = tuple(dict.fromkeys(" ".join([*PHRASES, *PHRASES.values()]).split()))

ASSET = "next_word.json"
DIGITS = 6  # of every number in the file: more than training repeats on processors of other makes
SIZE = 8

Numbers = dict[str, Any]


def given_embedding(seed: int = 0, size: int = SIZE) -> Embedding:
    """Return vectors that were not learned: standard normal numbers, in the words' order."""
    generator = torch.Generator().manual_seed(seed)
    vectors = torch.randn(len(WORDS), size, generator=generator, dtype=torch.float64)
    return Embedding(dict(zip(WORDS, vectors.tolist(), strict=True)))


def train() -> dict[str, NextWordModel]:
    """Return the four models, trained from scratch."""
    return {
        "last": NextWordModel.train(PHRASES, "last", size=SIZE),
        "average": NextWordModel.train(PHRASES, "average", size=SIZE),
        "attention": NextWordModel.train(PHRASES, "attention", size=SIZE),
        "unseen": NextWordModel.train(SEEN, "average", embedding=given_embedding()),
    }


def load() -> dict[str, NextWordModel]:
    """Return the four models, read from the file."""
    kept = json.loads((ASSETS / ASSET).read_text(encoding="utf-8"))
    return {name: _from_numbers(numbers) for name, numbers in kept.items()}


def as_text(models: dict[str, NextWordModel]) -> str:
    """Return the models as the file holds them: JSON, one list of numbers a line."""
    return json.dumps({name: _as_numbers(model) for name, model in models.items()}, indent=1) + "\n"


def _as_numbers(model: NextWordModel) -> Numbers:
    head = {} if model.head is None else {label: _rows(matrix) for label, matrix in model.head.given().items()}
    vectors = dict(zip(model.embedding.words, _rows(model.embedding.vectors), strict=True))
    return {"kind": model.kind, "embedding": vectors, "classifier": _rows(model.classifier), "head": head}


def _rows(matrix: torch.Tensor) -> list[str]:
    """Return each row as one line of numbers."""
    return [" ".join(f"{number:.{DIGITS}f}" for number in row) for row in matrix.tolist()]


def _matrix(rows: list[str]) -> torch.Tensor:
    return torch.tensor([[float(number) for number in row.split()] for row in rows])


def _from_numbers(numbers: Numbers) -> NextWordModel:
    vectors = {word: [float(number) for number in row.split()] for word, row in numbers["embedding"].items()}
    matrices = {label: _matrix(rows) for label, rows in numbers["head"].items()}
    head = Head(**matrices) if matrices else None
    return NextWordModel(numbers["kind"], Embedding(vectors), _matrix(numbers["classifier"]), head)


def main() -> None:
    """Train and write the file, here or at the path given."""
    torch.set_num_threads(1)  # tensors as small as these wait for their threads longer than they compute
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ASSETS / ASSET
    path.write_text(as_text(train()), encoding="utf-8")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
